import type { IdentificationType } from '#domain/customer/identification-type.ts'
import type { Random } from './random.ts'

/** The document by which a customer has proved who it is. */
export interface DemoDocument {
  readonly type: IdentificationType
  readonly number: string
  /** `YYYY-MM-DD`. */
  readonly issuedOn: string
  readonly authority: string
}

const authorities: Readonly<Record<string, readonly string[]>> = {
  FR: ['Préfecture du Rhône', 'Préfecture de police de Paris', 'Préfecture de la Côte-d’Or', 'Préfecture du Nord'],
  BE: ['Ville de Bruxelles', 'Stad Gent', 'Ville de Liège'],
  DE: ['Stadt Köln', 'Landeshauptstadt München', 'Bürgeramt Berlin'],
}
const types: readonly IdentificationType[] = ['identity_card', 'identity_card', 'passport', 'driving_licence']

/** Draws a document of a customer's country, issued in the eight years before a moment. */
export function demoDocument(random: Random, country: string, beforeMs: number): DemoDocument {
  const type = random.pick(types)
  const number = type === 'passport' ? `${random.digits(2)}RP${random.digits(5)}` : random.digits(12)
  const issuedMs = beforeMs - random.between(30, 8 * 365) * 86_400_000
  return {
    type,
    number,
    issuedOn: new Date(issuedMs).toISOString().slice(0, 10),
    authority: random.pick(authorities[country] ?? authorities['FR']!),
  }
}
