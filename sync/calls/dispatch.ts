import * as z from 'zod'
import { deliveryStatuses } from '#domain/delivery/delivery-status.ts'
import { parcelStates } from '#domain/delivery/parcel.ts'
import { grades } from '#domain/catalog/grade.ts'
import { circuitTypes } from '#domain/circuit/circuit-type.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { dispatchRuleSchema } from '#domain/dispatch/dispatch-rule.schema.ts'
import { dispatchConditions } from '../wire/pull.ts'
import { collection, day, existsFilter, listQuery } from './list.ts'
import { idParams } from './organization.ts'

const id = z.guid().toLowerCase()

/** A dispatch rule (EXP-17). */
export const dispatchRuleAnswer = z.object({
  id: z.string(),
  version: z.int(),
  title: z.string(),
  /** Place in the order, from 1. */
  position: z.int(),
  conditions: dispatchConditions,
  warehouseIds: z.array(z.string()),
  updatedAt: z.iso.datetime(),
})
export type DispatchRuleAnswer = z.output<typeof dispatchRuleAnswer>

const placeAnswer = z.object({
  id: z.string(),
  name: z.string(),
  city: z.string().nullable(),
  active: z.boolean(),
  coordinates: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
})
/** A warehouse or store as dispatch sees it. */
export type DispatchPlace = z.output<typeof placeAnswer>

/** The account's dispatch (EXP-15, EXP-20): rules in order, and what conditions may name. */
export const dispatchAnswer = z.object({
  /** 0 until it is first saved. */
  version: z.int(),
  defaultWarehouseId: z.string().nullable(),
  isGeographic: z.boolean(),
  rules: z.array(dispatchRuleAnswer),
  warehouses: z.array(placeAnswer),
  stores: z.array(placeAnswer),
  brands: z.array(z.string()),
  categories: z.array(z.object({ id: z.string(), name: z.string(), parentId: z.string().nullable() })),
  circuits: z.array(z.object({ id: z.string(), name: z.string(), type: z.enum(circuitTypes) })),
  grades: z.array(z.enum(grades)),
})
/** The account's dispatch. */
export type DispatchAnswer = z.output<typeof dispatchAnswer>

/** `GET /api/warehouse-dispatch`. */
export const readDispatchCall = { method: 'get', path: '/api/warehouse-dispatch', answer: dispatchAnswer } as const

/** `PATCH /api/warehouse-dispatch` with a merge patch; `ruleIds` names every rule in its new order. */
export const patchDispatchCall = {
  method: 'patch',
  path: '/api/warehouse-dispatch',
  bodyType: 'merge-patch',
  body: z
    .strictObject({
      defaultWarehouseId: id.nullable(),
      isGeographic: z.boolean(),
      ruleIds: z.array(id).max(1000),
    })
    .partial(),
  answer: dispatchAnswer,
} as const

/** `GET /api/warehouse-dispatch-rules/{id}` (EXP-16). */
export const readDispatchRuleCall = {
  method: 'get',
  path: '/api/warehouse-dispatch-rules/{id}',
  params: idParams,
  answer: dispatchRuleAnswer,
} as const

/** `POST /api/warehouse-dispatch-rules`; the new rule comes last. */
export const createDispatchRuleCall = {
  method: 'post',
  path: '/api/warehouse-dispatch-rules',
  body: dispatchRuleSchema,
  answer: dispatchRuleAnswer,
} as const

/** `PATCH /api/warehouse-dispatch-rules/{id}` with a merge patch. */
export const patchDispatchRuleCall = {
  method: 'patch',
  path: '/api/warehouse-dispatch-rules/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: dispatchRuleSchema.partial(),
  answer: dispatchRuleAnswer,
} as const

/** `DELETE /api/warehouse-dispatch-rules/{id}`. */
export const deleteDispatchRuleCall = {
  method: 'delete',
  path: '/api/warehouse-dispatch-rules/{id}',
  params: idParams,
} as const

/** A transport (EXP-06): the way of one buyback, in a package or with a label of its own. */
export const transportAnswer = z.object({
  id: z.string(),
  createdAt: z.iso.datetime(),
  buybackId: z.string(),
  buybackNumber: z.string(),
  /** The carrier's own page of the parcel, where it has one. */
  orderLink: z.string().nullable(),
  packageNumber: z.string().nullable(),
  deliveryStatus: z.enum(deliveryStatuses).nullable(),
  /** State of the label of its parcel. */
  labelState: z.enum(parcelStates),
})
export type TransportAnswer = z.output<typeof transportAnswer>

const transportFilters = {
  /** Beginning of a buyback number, or a whole package number or transport id. */
  search: textOf('line').min(1).max(64).optional(),
  /** First and last day of creation, in the account's time zone. */
  createdFrom: day.optional(),
  createdTo: day.optional(),
  exists: existsFilter(['orderLink']),
}
const transportFields = ['createdAt', 'buybackNumber'] as const

/** `GET /api/transports` (EXP-05). */
export const listTransportsCall = {
  method: 'get',
  path: '/api/transports',
  query: listQuery(transportFields, transportFilters),
  answer: collection(transportAnswer),
} as const

/** `GET /api/transports.csv`: the same list without pages, at most 50,000 lines. */
export const exportTransportsCall = {
  method: 'get',
  path: '/api/transports.csv',
  query: listQuery(transportFields, transportFilters).pick({
    order: true,
    search: true,
    createdFrom: true,
    createdTo: true,
    exists: true,
  }),
} as const
