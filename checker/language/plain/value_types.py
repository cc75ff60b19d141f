"""The types of the values that a shown state is made of."""

from __future__ import annotations

from collections.abc import Mapping

from checker.language.resolved import (
    BagType,
    BoolType,
    EnumType,
    IntType,
    MapType,
    MaybeType,
    MemberType,
    MomentType,
    QueueType,
    RecordType,
    SequenceType,
    SetType,
    Type,
)
from checker.language.schema import Schema
from checker.system.value_types import Form, ValueType

__all__ = ["types_of"]


def types_of(schema: Schema) -> Mapping[str, ValueType]:
    """Return the type of each field as :func:`checker.language.plain.state.show_state` shows it."""
    return {name: _type_of(field.type) for name, field in schema.fields.items()}


def _type_of(t: Type) -> ValueType:
    match t:
        case BoolType():
            return ValueType(Form.TRUTH)
        case IntType():
            return ValueType(Form.NUMBER)
        case MomentType():
            return ValueType(Form.MOMENT)
        case MaybeType(item):
            return ValueType(Form.MAYBE, (("item", _type_of(item)),))
        case RecordType(_, fields):
            return ValueType(Form.RECORD, tuple((name, _type_of(field)) for name, field in fields))
        case MapType(key, item):
            return ValueType(Form.MAP, (("key", _type_of(key)), ("item", _type_of(item))))
        case SetType(key):
            return ValueType(Form.SET, (("key", _type_of(key)),))
        case SequenceType(item):
            form = {BagType: Form.BAG, QueueType: Form.QUEUE}.get(type(t), Form.SEQUENCE)
            return ValueType(form, (("item", _type_of(item)),))
        case EnumType(cls) | MemberType(cls):
            return ValueType(Form.LABEL, name=cls.__name__)
    return ValueType(Form.LABEL)
