import { imeiDoubts, tacOf, type ImeiDoubt } from '#domain/kernel/imei.ts'

/** Whether any product has the type allocation code of an IMEI; null where nobody knows. */
export type IsTacKnown = (imei: string) => Promise<boolean | null>

/**
 * What is doubtful about an IMEI of a model with these type allocation codes: the first thing of it (PUB-18). Who knows
 * the codes of all models is asked where it is not the model's own.
 */
export async function imeiDoubtOf(
  imei: string,
  tacs: readonly string[],
  isTacKnown: IsTacKnown,
): Promise<ImeiDoubt | null> {
  const ofModel = tacs.length === 0 ? null : tacs
  const [misread] = imeiDoubts(imei)
  if (misread !== undefined) return misread
  if (tacs.includes(tacOf(imei))) return null
  const known = await isTacKnown(imei)
  return imeiDoubts(imei, { isKnown: known === null ? null : () => known, ofModel })[0] ?? null
}
