import * as z from 'zod'
import { grades } from '#domain/catalog/grade.ts'
import { currencies, languages } from '#domain/kernel/languages.ts'
import { hashId } from '../wire/sealed.ts'
import { circuitOption, publicQuestion } from './public-catalog.ts'

/** A published product as a counter carries it. */
export const counterProductSchema = z.object({
  id: z.string(),
  label: z.string(),
  brand: z.string().nullable(),
  model: z.string().nullable(),
  /** Reference that the buyer gives it. */
  reference: z.string().nullable(),
  gtin: z.string().nullable(),
  tacs: z.array(z.string()),
  /** Its main category. */
  categoryId: z.string(),
  image: z.string().nullable(),
  simple: z.boolean(),
  zeroNotAllowed: z.boolean(),
  imeiCollect: z.boolean(),
  prices: z.partialRecord(z.enum(grades), z.int()),
})
export type CounterProduct = z.output<typeof counterProductSchema>

/** A category with what its products are asked and how they come in. */
export const counterCategorySchema = z.object({
  id: z.string(),
  name: z.string(),
  parentId: z.string().nullable(),
  /** Ids from the top of the tree down to the category itself. */
  path: z.array(z.string()),
  /** Frozen questions; null where nothing is asked. */
  questionnaireId: z.string().nullable(),
  absorption: z
    .object({
      type: z.enum(['percentage_declared', 'percentage_controlled', 'value']),
      value: z.number(),
      maxCents: z.int().nullable(),
    })
    .nullable(),
  highlightedInstruction: z.string().nullable(),
  /** Store circuits that take it, by id. */
  circuitIds: z.array(z.string()),
})
export type CounterCategory = z.output<typeof counterCategorySchema>

/** A circuit at a counter, with the countries that it takes; an empty list takes all. */
export const counterCircuitSchema = z.object({ ...circuitOption.shape, countries: z.array(z.string()) })
export type CounterCircuit = z.output<typeof counterCircuitSchema>

/** Everything of a catalog but its products. */
export const counterRulesSchema = z.object({
  settings: z.object({
    features: z.array(z.string()),
    identityRequired: z.boolean(),
    cartMinCents: z.int(),
    currency: z.enum(currencies),
    language: z.enum(languages),
    timeZone: z.string(),
  }),
  categories: z.array(counterCategorySchema),
  /** Circuits of stores, and those of the web that a store finalises. */
  circuits: z.array(counterCircuitSchema),
  questionnaires: z.array(z.object({ id: z.string(), questions: z.array(publicQuestion) })),
})
export type CounterRules = z.output<typeof counterRulesSchema>

/** Products of one part. */
export const counterPartSchema = z.object({ id: hashId, products: z.array(counterProductSchema) })
