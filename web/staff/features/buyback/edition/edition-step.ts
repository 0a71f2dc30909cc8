import { editionSteps, type EditionStep } from '#domain/buyback/buyback-edition.ts'

/** The step that an address names (BB-12); null where it names none. */
export function editionStepOf(value: unknown): EditionStep | null {
  return editionSteps.find((step) => step === value) ?? null
}
