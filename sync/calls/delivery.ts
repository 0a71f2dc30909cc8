import * as z from 'zod'
import { deliveryFileLimits, eventLimits, lineFaults } from '#domain/delivery/delivery-csv.ts'
import { isBeforeAllEvents, isOnItsWay } from '#domain/delivery/carrier-event.ts'
import { deliveryStatuses } from '#domain/delivery/delivery-status.ts'
import { eventSources, parcelKinds, parcelStates } from '#domain/delivery/parcel.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import { textKinds } from '#domain/kernel/text-kinds.ts'
import { serviceBounds } from '#domain/connector/configured-connectors.ts'
import { collection, listQuery } from './list.ts'
import { idParams } from './organization.ts'

const id = z.guid().toLowerCase()

/** A carrier that is reached over HTTP; its secrets are never answered. */
export const carrierAnswer = z.object({
  id: z.string(),
  version: z.int(),
  name: z.string(),
  url: z.string(),
  status: z.enum(['active', 'inactive']),
  /** Whether it takes the packages that stores and warehouses close. */
  servesPackages: z.boolean(),
  circuitIds: z.array(z.string()),
  shippingMethodIds: z.array(z.string()),
  /** Where it delivers its events. */
  eventPath: z.string(),
})
export type CarrierAnswer = z.output<typeof carrierAnswer>

const carrierFields = {
  name: textOf('line').min(1).max(255),
  url: z
    .url({ protocol: /^https?$/ })
    .overwrite(textKinds.code)
    .max(serviceBounds.url.max),
  apiKey: textOf('code').min(serviceBounds.apiKey.min).max(serviceBounds.apiKey.max),
  /** What its events are signed with. */
  eventSecret: textOf('code').min(serviceBounds.eventSecret.min).max(serviceBounds.eventSecret.max),
  servesPackages: z.boolean(),
  /** Circuits whose products travel in a parcel of their own. */
  circuitIds: z.array(id).max(serviceBounds.ids.max),
  /** A shipping method goes before its circuit. */
  shippingMethodIds: z.array(id).max(serviceBounds.ids.max),
}

/** `GET /api/carriers`. */
export const listCarriersCall = {
  method: 'get',
  path: '/api/carriers',
  query: listQuery(['name'], {}),
  answer: collection(carrierAnswer),
} as const

/** `POST /api/carriers`: the installation says which hosts may be named. */
export const createCarrierCall = {
  method: 'post',
  path: '/api/carriers',
  body: z.strictObject({
    ...carrierFields,
    servesPackages: carrierFields.servesPackages.default(false),
    circuitIds: carrierFields.circuitIds.default([]),
    shippingMethodIds: carrierFields.shippingMethodIds.default([]),
  }),
  answer: carrierAnswer,
} as const

/** `PATCH /api/carriers/{id}` with a merge patch: which parcels it takes, its address, new secrets, or its end. */
export const patchCarrierCall = {
  method: 'patch',
  path: '/api/carriers/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: z.strictObject({ ...carrierFields, status: z.enum(['active', 'inactive']) }).partial(),
  answer: carrierAnswer,
} as const

/** `POST /api/carrier-events/{id}`: a carrier's signed word about a parcel. */
export const carrierEventCall = {
  method: 'post',
  path: '/api/carrier-events/{id}',
  params: idParams,
  body: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  bodyType: 'json-bytes',
} as const

/** A parcel that a product travelled in, with what was told of it. */
export const deliveryParcelAnswer = z.object({
  /** Null where nothing was told of it, and the label is the program's own. */
  id: z.string().nullable(),
  kind: z.enum(parcelKinds),
  /** Whether the product travels in it now, or did last. */
  isCurrent: z.boolean(),
  carrierName: z.string(),
  state: z.enum(parcelStates),
  trackingNumber: z.string().nullable(),
  trackingUrl: z.string().nullable(),
  /** Why the label could not be ordered, in the carrier's words. */
  failure: z.string().nullable(),
  packageNumber: z.string().nullable(),
  /** Products that travel in it. */
  count: z.int(),
  /** The latest first. */
  events: z.array(
    z.object({
      id: z.string(),
      at: z.iso.datetime(),
      receivedAt: z.iso.datetime(),
      status: z.enum(deliveryStatuses),
      place: z.string().nullable(),
      text: z.string().nullable(),
      source: z.enum(eventSources),
      enteredBy: z.string().nullable(),
    }),
  ),
})
/** A parcel of a product. */
export type DeliveryParcelAnswer = z.output<typeof deliveryParcelAnswer>

/** The parcels of a buyback's product, the one that it travels in now first. */
export const deliveryAnswer = z.object({ parcels: z.array(deliveryParcelAnswer) })
/** The parcels of a buyback's product. */
export type DeliveryAnswer = z.output<typeof deliveryAnswer>

/** `GET /api/buybacks/{id}/delivery`. */
export const readDeliveryCall = {
  method: 'get',
  path: '/api/buybacks/{id}/delivery',
  params: idParams,
  answer: deliveryAnswer,
} as const

/** What a person enters: the parcel's own statuses, for those of its order are the program's business. */
export const enteredStatuses = deliveryStatuses.filter(isOnItsWay)

/** `POST /api/buybacks/{id}/delivery-events`: of the parcel that the product travels in; the same id again adds nothing. */
export const addDeliveryEventCall = {
  method: 'post',
  path: '/api/buybacks/{id}/delivery-events',
  params: idParams,
  body: z.strictObject({
    id,
    status: z.enum(enteredStatuses),
    at: z.iso.datetime({ offset: true }).refine((at) => !isBeforeAllEvents(new Date(at))),
    place: textOf('line').max(eventLimits.place).nullable().default(null),
    text: textOf('paragraph').max(eventLimits.text).nullable().default(null),
  }),
  answer: deliveryAnswer,
} as const

/** `POST /api/buybacks/{id}/order-label`: after a definite failure, with the carrier again or by the program itself. */
export const orderLabelCall = {
  method: 'post',
  path: '/api/buybacks/{id}/order-label',
  params: idParams,
  body: z.strictObject({ by: z.enum(['carrier', 'program']).default('carrier') }),
  answer: deliveryAnswer,
} as const

/** Where the label of a package stands with its carrier. */
export const packageLabelAnswer = z.object({
  /** Null where no carrier was asked yet. */
  state: z.enum(parcelStates).nullable(),
  carrierName: z.string().nullable(),
  /** Why the carrier has refused it, in its words. */
  failure: z.string().nullable(),
})

/** `GET /api/transports/packages/{id}/label`: for users of the place where the package begins. */
export const readPackageLabelCall = {
  method: 'get',
  path: '/api/transports/packages/{id}/label',
  params: idParams,
  answer: packageLabelAnswer,
} as const

/** `POST /api/transports/packages/{id}/order-label`: after a definite failure, like that of a buyback. */
export const orderPackageLabelCall = {
  method: 'post',
  path: '/api/transports/packages/{id}/order-label',
  params: idParams,
  body: orderLabelCall.body,
  answer: packageLabelAnswer,
} as const

/** One line of a file of events, as it was or would be taken. */
export const deliveryLineAnswer = z.object({
  line: z.int(),
  /** `new`: it was added, or would be; `known`: it was there before. */
  outcome: z.enum(['new', 'known', 'refused']),
  fault: z.enum(lineFaults).nullable(),
  trackingNumber: z.string().nullable(),
  at: z.iso.datetime().nullable(),
  status: z.enum(deliveryStatuses).nullable(),
})
/** One line of a file of events. */
export type DeliveryLineAnswer = z.output<typeof deliveryLineAnswer>

/** `POST /api/delivery-events/import`: a CSV of events, line by line; without `apply` it only says what would happen. */
export const importDeliveryEventsCall = {
  method: 'post',
  path: '/api/delivery-events/import',
  body: z.strictObject({
    csv: z.string().min(1).max(deliveryFileLimits.characters),
    apply: z.boolean().default(false),
  }),
  answer: z.object({ lines: z.array(deliveryLineAnswer) }),
} as const
