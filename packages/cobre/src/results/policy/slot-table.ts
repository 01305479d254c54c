/** What a place of the state vector stands for, as policies of today tell it. */
import type { Builder } from 'flatbuffers';
import type { FlatTable } from './flat-table.js';

export type EntitySlot = ReturnType<typeof readSlot>;

const noDate = -2147483648;

const field = { type: 0, id: 1, subindex: 2, active: 3, delivery: 5, reference: 6, start: 7, end: 8 } as const;

export function addSlot(builder: Builder, slot: EntitySlot): number {
  builder.startObject(9);
  builder.addFieldInt8(field.type, slot.entityType, 0);
  builder.addFieldInt32(field.id, slot.entityId, 0);
  builder.addFieldInt32(field.subindex, slot.subindex, 0);
  builder.addFieldInt8(field.active, slot.wasActive ? 1 : 0, 0);
  addDate(builder, field.delivery, slot.deliveryDate);
  addDate(builder, field.reference, slot.referenceDate);
  addDate(builder, field.start, slot.intervalStart);
  addDate(builder, field.end, slot.intervalEnd);
  return builder.endObject();
}

export function readSlot(table: FlatTable) {
  return {
    /** 0 storage, 1 inflow lag, 2 anticipated commitment, 3 water under way; 100 and more for what only we have. */
    entityType: table.int8(field.type),
    entityId: table.int32(field.id),
    subindex: table.uint32(field.subindex),
    /** False where nothing can be in the slot. */
    wasActive: table.boolean(field.active),
    /** Dates are numbers such as 20240131, null where there is none. Of a promise: when it is delivered. */
    deliveryDate: dateAt(table, field.delivery),
    /** Of an inflow lag: the start of the stage it remembers. */
    referenceDate: dateAt(table, field.reference),
    /** Of promises and water under way: the days they belong to, the end exclusive. */
    intervalStart: dateAt(table, field.start),
    intervalEnd: dateAt(table, field.end),
  };
}

export function dateAt(table: FlatTable, at: number): number | null {
  const value = table.int32(at, noDate);
  return value === noDate ? null : value;
}

export function addDate(builder: Builder, at: number, date: number | null): void {
  builder.addFieldInt32(at, date ?? noDate, noDate);
}
