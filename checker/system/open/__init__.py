"""Systems whose sizes are left open: functions instead of slots, quantifiers instead of lists."""
