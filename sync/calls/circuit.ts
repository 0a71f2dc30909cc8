import * as z from 'zod'
import { circuitTypes } from '#domain/circuit/circuit-type.ts'
import { textOf } from '#domain/kernel/text-input.schema.ts'
import {
  circuitSchema,
  circuitTexts,
  instructionTexts,
  newCircuitSchema,
  ruleTexts,
} from '#domain/circuit/circuit.schema.ts'
import { instructionTypes } from '#domain/circuit/instruction-type.ts'
import { modifierSchema } from '#domain/circuit/modifier.schema.ts'
import { shippingMethodTypes } from '#domain/circuit/shipping-method-type.ts'
import { paymentTypes } from '#domain/circuit/payment-type.ts'
import { premiumActions } from '#domain/settings/premium-action.ts'
import { anyOf, collection, listQuery } from './list.ts'
import { idParams } from './organization.ts'
import { modifierAnswer, shippingMethodAnswer } from './public-catalog.ts'
import { translationsOf } from './translations.ts'

const guid = z.guid().toLowerCase()
const channel = z.enum(['store', 'web'])

/** A circuit by what it is. */
const namedCircuit = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(circuitTypes),
  channel,
  deposit: z.enum(['collect', 'drop', 'drop_label', 'post']),
  status: z.enum(['enabled', 'disabled', 'archived']),
})

const instructionAnswer = z.object({
  id: z.string(),
  /** From 1. */
  sequence: z.int(),
  label: z.string(),
  type: z.enum(instructionTypes),
})

/** A circuit for a set of categories (CIRC-14). */
export const dispatchCircuitRuleAnswer = z.object({
  id: z.string(),
  version: z.int(),
  status: z.enum(['enabled', 'disabled']),
  circuit: namedCircuit,
  circuit_name: z.string(),
  description: z.string().nullable(),
  terms: z.string().nullable(),
  traceabilityEnabled: z.boolean(),
  highlightedInstruction: z.string().nullable(),
  translations: translationsOf(['description', 'terms', 'highlightedInstruction']),
  eligibleCountries: z.array(z.string()),
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
  categoryIds: z.array(z.string()),
  categoryLabels: z.array(z.string()),
  categoryCount: z.int(),
  instructions: z.array(instructionAnswer),
  /** Null for who may not read payment custom values (CIRC-32). */
  customValues: z.record(z.string(), z.unknown()).nullable(),
})
/** A circuit for a set of categories. */
export type DispatchCircuitRuleAnswer = z.output<typeof dispatchCircuitRuleAnswer>

/** `GET /api/dispatch-circuit-rules` (CIRC-16); a category has the rules of those above it too. */
export const listDispatchCircuitRulesCall = {
  method: 'get',
  path: '/api/dispatch-circuit-rules',
  query: listQuery(['circuit', 'channel', 'status', 'categoryCount'], {
    categoryIds: anyOf(guid),
    'circuit.channel': channel.optional(),
    search: textOf('line').min(1).max(255).optional(),
  }),
  answer: collection(dispatchCircuitRuleAnswer),
} as const

/** A circuit with everything that its form writes (CIRC-04). */
export const circuitAnswer = z.object({
  ...namedCircuit.shape,
  version: z.int(),
  description: z.string().nullable(),
  translations: translationsOf([...circuitTexts, ...ruleTexts]),
  /** Those of the rules that give it to categories (CIRC-14). */
  ruleDescription: z.string().nullable(),
  terms: z.string().nullable(),
  highlightedInstruction: z.string().nullable(),
  /** Null for who may not read payment custom values (CIRC-32). */
  customValues: z.array(z.object({ name: z.string(), value: z.string() })).nullable(),
  transferOrderNumberOfCopy: z.int(),
  defaultInstructions: z.array(instructionAnswer.extend({ translations: translationsOf(instructionTexts) })),
  eligibleCountries: z.array(z.string()),
  paymentModeIds: z.array(z.string()),
  transportOptionIds: z.array(z.string()),
  modifier: modifierAnswer.nullable(),
  /** Whether parcels go with the label of the program, without postage, where no carrier makes one. */
  ownLabel: z.boolean(),
  /** Whether customers would get a label that nobody takes; it is not enabled as long as that is so. */
  carrierMissing: z.boolean(),
  /** Categories that enabled rules give it to. */
  categories: z.array(z.object({ id: z.string(), name: z.string() })),
})
/** A circuit with everything that its form writes. */
export type CircuitAnswer = z.output<typeof circuitAnswer>

/** `GET /api/circuits` (CIRC-01): every circuit, given to categories or not; a category has those above it too. */
export const listCircuitsCall = {
  method: 'get',
  path: '/api/circuits',
  query: listQuery(['circuit', 'channel', 'status', 'categoryCount'], {
    categoryIds: anyOf(guid),
    channel: channel.optional(),
    search: textOf('line').min(1).max(255).optional(),
    archived: z.enum(['true', 'false']).default('false').describe('`true`: those that are archived, and no others'),
  }),
  answer: collection(circuitAnswer),
} as const

/** `POST /api/circuits`. */
export const createCircuitCall = {
  method: 'post',
  path: '/api/circuits',
  body: newCircuitSchema,
  answer: circuitAnswer,
} as const
export type NewCircuit = z.output<typeof createCircuitCall.body>

/** `POST /api/circuits/{id}/duplicate`: another circuit that says and offers the same, disabled and without categories. */
export const duplicateCircuitCall = {
  method: 'post',
  path: '/api/circuits/{id}/duplicate',
  params: idParams,
  body: z.strictObject({ name: circuitSchema.shape.name }),
  answer: circuitAnswer,
} as const

/** `GET /api/circuits/{id}`. */
export const readCircuitCall = {
  method: 'get',
  path: '/api/circuits/{id}',
  params: idParams,
  answer: circuitAnswer,
} as const

/** `PATCH /api/circuits/{id}` as a merge patch (CIRC-02); `If-Match` refuses a change made over an older version. */
export const patchCircuitCall = {
  method: 'patch',
  path: '/api/circuits/{id}',
  params: idParams,
  bodyType: 'merge-patch',
  body: circuitSchema.partial(),
  answer: circuitAnswer,
} as const
/** The fields of a circuit that a merge patch may name. */
export type CircuitPatch = z.output<typeof patchCircuitCall.body>

/** `GET /api/circuit-options`: payment modes and shipping methods that a circuit may offer. */
export const circuitOptionsCall = {
  method: 'get',
  path: '/api/circuit-options',
  answer: z.object({
    paymentModes: z.array(
      z.object({ id: z.string(), label: z.string(), type: z.enum(paymentTypes), active: z.boolean() }),
    ),
    shippingMethods: z.array(
      z.object({
        ...shippingMethodAnswer.shape,
        type: z.enum(shippingMethodTypes),
        active: z.boolean(),
        /** Circuits that offer it. */
        circuits: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    ),
  }),
} as const
/** What a circuit may offer. */
export type CircuitOptions = z.output<typeof circuitOptionsCall.answer>

const linkParams = z.strictObject({ id: guid, circuitId: guid })

/** `POST /api/categories/{id}/circuits/{circuitId}` (CAT-19): gives a circuit to a category and those below it. */
export const linkCircuitCall = {
  method: 'post',
  path: '/api/categories/{id}/circuits/{circuitId}',
  params: linkParams,
} as const

/** `DELETE /api/categories/{id}/circuits/{circuitId}` (CAT-19): what categories above have stays theirs. */
export const unlinkCircuitCall = {
  method: 'delete',
  path: '/api/categories/{id}/circuits/{circuitId}',
  params: linkParams,
} as const

const premiumAction = {
  path: '/api/dispatch-circuit-rules/{id}/launch-premium-feature-connector',
  params: idParams,
  query: z.strictObject({ action: z.enum(premiumActions) }),
  answer: z.object({
    action: z.enum(premiumActions),
    /** Whether the account has the feature; without it no bonus counts, and none can be given. */
    isActive: z.boolean(),
    /** Those that the rule's circuit offers. */
    paymentModes: z.array(
      z.object({
        id: z.string(),
        version: z.int(),
        type: z.enum(paymentTypes),
        label: z.string(),
        modifier: modifierAnswer.nullable(),
      }),
    ),
  }),
} as const

/** `GET /api/dispatch-circuit-rules/{id}/launch-premium-feature-connector` (CONN-21). */
export const readPremiumActionCall = { method: 'get', ...premiumAction } as const
/** What a premium action says of a rule. */
export type PremiumActionAnswer = z.output<typeof readPremiumActionCall.answer>

/**
 * `PATCH /api/dispatch-circuit-rules/{id}/launch-premium-feature-connector` (CONN-21): the bonus of one payment mode,
 * in all circuits that offer it; null removes it. `If-Match` names the version of the payment mode.
 */
export const launchPremiumActionCall = {
  method: 'patch',
  bodyType: 'merge-patch',
  ...premiumAction,
  body: z.strictObject({ paymentModeId: guid, modifier: modifierSchema.nullable() }),
} as const
