// The benchmark game as a breadth-first search written for it alone: what the machine can do.
//
// The sizes are fixed at compile time (DEPTH, KINDS, LIFE, HAND). A state is one word; bit 63 is always
// set, so that 0 marks an empty slot of the table. Levels follow each other in one vector. Times are of the
// processor.
//
//   yardstick grow      a table that doubles when half full, one state after the other
//   yardstick prefetch  the same, in batches whose slots are fetched before they are looked at
//   yardstick sized N   the same, with a table of 2 to the power of N slots, which should not have to grow

#include <sys/mman.h>
#include <sys/resource.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <utility>
#include <vector>

namespace {

using Word = std::uint64_t;

// Where the fields lie: the entries of the stack come last, the top one lowest, four bits each.
constexpr int kPassed = 0, kHolder = 1, kTurn = 2, kSize = 3, kLife = 7, kHand = 13, kStack = 19;
constexpr Word kAlways = Word{1} << 63;
constexpr int kMost = KINDS + 1;
constexpr std::size_t kBatch = 64;
static_assert(DEPTH <= 11 && KINDS <= 8 && LIFE <= 7 && HAND <= 7, "the fields are too narrow");

constexpr Word get(Word s, int at, int bits) { return (s >> at) & ((Word{1} << bits) - 1); }
constexpr Word one(int at) { return Word{1} << at; }

constexpr int life_of(Word player) { return kLife + 3 * static_cast<int>(player); }
constexpr int hand_of(Word player) { return kHand + 3 * static_cast<int>(player); }

Word draw(Word s, Word player) {
  return get(s, hand_of(player), 3) < HAND ? s + one(hand_of(player)) : s;
}

bool over(Word s) { return get(s, life_of(0), 3) == 0 || get(s, life_of(1), 3) == 0; }

// Takes the top entry off; the always-set bit stays where it is.
Word pop(Word s) {
  const Word low = s & (one(kStack) - 1), entries = (s & ~kAlways) >> kStack;
  return (low - one(kSize)) | ((entries >> 4) << kStack) | kAlways;
}

Word with_holder(Word s, Word player) {
  return (s & ~(one(kPassed) | one(kHolder))) | (player << kHolder);
}

// Writes the successors of s, and returns how many there are.
int expand(Word s, Word* out) {
  if (over(s)) return 0;
  int made = 0;
  const Word holder = get(s, kHolder, 1), size = get(s, kSize, 4);
  if (size < DEPTH && get(s, hand_of(holder), 3) > 0) {
    const Word low = (s & (one(kStack) - 1) & ~one(kPassed)) + one(kSize) - one(hand_of(holder));
    const Word entries = ((s & ~kAlways) >> kStack) << 4;
    for (Word kind = 0; kind < KINDS; ++kind)
      out[made++] = low | ((entries | (holder << 3) | kind) << kStack) | kAlways;
  }
  if (!get(s, kPassed, 1)) {
    out[made++] = (s | one(kPassed)) ^ one(kHolder);
  } else if (size > 0) {
    const Word kind = get(s, kStack, 3), owner = get(s, kStack + 3, 1);
    Word t = pop(s);
    if (kind == 1) {
      t = draw(t, owner);
    } else if (kind == 2) {
      if (size > 1) t = pop(t);
    } else {
      t -= one(life_of(1 - owner));
    }
    out[made++] = with_holder(t, get(s, kTurn, 1));
  } else {
    const Word turn = 1 - get(s, kTurn, 1);
    out[made++] = draw(with_holder(s ^ one(kTurn), turn), turn);
  }
  return made;
}

Word hash(Word s) {
  s = (s ^ (s >> 31)) * 0x9E3779B97F4A7C15u;
  s = (s ^ (s >> 30)) * 0xBB67AE8584CAA73Bu;
  return s ^ (s >> 33);
}

// Zeroed memory in pages as large as the system gives them.
class Pages {
 public:
  explicit Pages(std::size_t size) : size_(size) {
    void* found =
        mmap(nullptr, size * sizeof(Word), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (found == MAP_FAILED) std::abort();
#ifdef MADV_HUGEPAGE
    madvise(found, size * sizeof(Word), MADV_HUGEPAGE);
#endif
    words_ = static_cast<Word*>(found);
  }
  Pages(const Pages&) = delete;
  Pages& operator=(const Pages&) = delete;
  ~Pages() { munmap(words_, size_ * sizeof(Word)); }

  void swap(Pages& other) {
    std::swap(words_, other.words_);
    std::swap(size_, other.size_);
  }
  std::size_t size() const { return size_; }
  Word& operator[](std::size_t i) const { return words_[i]; }

 private:
  std::size_t size_;
  Word* words_;
};

class Table {
 public:
  explicit Table(int bits) : mask_((Word{1} << bits) - 1), slots_(mask_ + 1) {}

  void fetch(Word h) const { __builtin_prefetch(&slots_[h & mask_], 1); }

  void make_room(std::size_t more) {
    while ((used_ + more) * 2 > slots_.size()) {
      Pages old(slots_.size() * 2);
      old.swap(slots_);
      mask_ = slots_.size() - 1;
      move(old);
    }
  }

  bool insert(Word s, Word h) {
    for (Word i = h & mask_;; i = (i + 1) & mask_) {
      if (slots_[i] == s) return false;
      if (!slots_[i]) {
        slots_[i] = s;
        ++used_;
        return true;
      }
    }
  }

 private:
  void move(const Pages& old) {
    std::array<Word, kBatch> batch;
    std::size_t held = 0;
    for (std::size_t i = 0; i < old.size(); ++i) {
      if (!old[i]) continue;
      batch[held++] = old[i];
      fetch(hash(old[i]));
      if (held == kBatch) place(batch, std::exchange(held, 0));
    }
    place(batch, held);
  }

  void place(const std::array<Word, kBatch>& batch, std::size_t held) {
    for (std::size_t j = 0; j < held; ++j) {
      Word i = hash(batch[j]) & mask_;
      while (slots_[i]) i = (i + 1) & mask_;
      slots_[i] = batch[j];
    }
  }

  Word mask_;
  Pages slots_;
  std::size_t used_ = 0;
};

struct Counts {
  std::size_t states = 0, transitions = 0, over = 0, levels = 0;
};

Counts search(bool batches, int bits) {
  Table table(bits);
  std::vector<Word> states;
  Word start = kAlways;
  for (Word player : {0, 1}) start |= (Word{LIFE} << life_of(player)) | (Word{HAND} << hand_of(player));
  table.insert(start, hash(start));
  states.push_back(start);
  Counts counts;
  std::array<Word, kBatch * kMost> out, hashes;
  const std::size_t step = batches ? kBatch : 1;
  for (std::size_t first = 0, end = 1; first < end; first = end, end = states.size()) {
    ++counts.levels;
    for (std::size_t i = first; i < end; i += step) {
      int made = 0;
      for (std::size_t j = i; j < end && j < i + step; ++j) {
        made += expand(states[j], &out[made]);
        counts.over += over(states[j]);
      }
      counts.transitions += made;
      table.make_room(made);
      for (int j = 0; j < made; ++j) {
        hashes[j] = hash(out[j]);
        if (batches) table.fetch(hashes[j]);
      }
      for (int j = 0; j < made; ++j)
        if (table.insert(out[j], hashes[j])) states.push_back(out[j]);
    }
  }
  counts.states = states.size();
  return counts;
}

}  // namespace

int main(int, char** argv) {
  const bool sized = !std::strcmp(argv[1], "sized");
  const std::clock_t begun = std::clock();
  const Counts counts = search(sized || !std::strcmp(argv[1], "prefetch"), sized ? std::atoi(argv[2]) : 12);
  const double spent = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
  rusage used;
  getrusage(RUSAGE_SELF, &used);
  std::printf("{\"counts\": [%zu, %zu, %zu, %zu], \"seconds\": %.6f, \"kib\": %ld}\n", counts.states,
              counts.transitions, counts.over, counts.levels, spent, used.ru_maxrss);
}
