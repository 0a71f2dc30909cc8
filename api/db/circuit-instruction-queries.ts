import { sql, type Transaction } from 'kysely'
import type * as z from 'zod'
import { isStepOf } from '#domain/circuit/instruction-type.ts'
import type { Language } from '#domain/kernel/languages.ts'
import { textIn, wordedFor, type Translations } from '#domain/kernel/translations.ts'
import type { buybackInstructionsCall } from '#sync/calls/buyback-detail.ts'
import type { Tables } from './tables.ts'

type Instructions = z.input<typeof buybackInstructionsCall.answer>

interface InstructionsRow extends Pick<Instructions, 'circuitType' | 'terms' | 'store'> {
  readonly name: string
  readonly description: string | null
  readonly translations: Translations
  /** What the rule says in place of circuit and category. */
  readonly ruleDescription: string | null
  readonly ruleHighlight: string | null
  readonly ruleTranslations: Translations | null
  readonly highlightedInstruction: string | null
  readonly categoryTranslations: Translations
  readonly instructions: readonly (Instructions['instructions'][number] & { readonly translations: Translations })[]
}

/**
 * What the customer does next, by circuit and by the rule that joins it to the category, with the store that was chosen
 * for it; a language of null reads the account's.
 */
export async function readInstructions(
  tx: Transaction<Tables>,
  scope: {
    readonly accountId: string
    readonly circuitId: string
    readonly categoryId: string
    readonly storeId: string | null
    readonly language: Language | null
  },
): Promise<Instructions> {
  const { rows } = await sql<InstructionsRow>`
    select k.type as "circuitType", k.name, k.description, k.translations, r.description as "ruleDescription",
      r.highlighted_instruction as "ruleHighlight", c.highlighted_instruction as "highlightedInstruction",
      c.translations as "categoryTranslations", r.terms, r.translations as "ruleTranslations",
      (select json_build_object('name', o.common_name, 'street', o.street, 'streetMore', o.street_more,
          'zipCode', o.zip_code, 'city', o.city, 'country', o.country, 'latitude', o.latitude,
          'longitude', o.longitude, 'phone', o.phone, 'directionsUrl', o.directions_url,
          'openingHours', o.opening_hours, 'timeZone', coalesce(o.time_zone, a.time_zone))
        from organization o join account a on a.id = o.account_id
        where o.account_id = k.account_id and o.id = ${scope.storeId}::uuid and k.type = 'web_drop') as store,
      coalesce((select json_agg(json_build_object('sequence', n.sequence, 'type', n.type, 'label', n.label,
          'translations', n.translations)
        order by n.sequence) from circuit_instruction n
        where n.account_id = k.account_id and n.circuit_id = k.id), '[]') as instructions
    from circuit k
    join category c on c.account_id = k.account_id and c.id = ${scope.categoryId}
    left join lateral (select r.* from dispatch_circuit_rule r
      join dispatch_circuit_rule_category y on y.account_id = r.account_id and y.rule_id = r.id
      where r.account_id = k.account_id and r.circuit_id = k.id and y.category_id = any (c.path) and r.status = 'enabled'
      order by array_position(c.path, y.category_id) desc, r.id limit 1) r on true
    where k.account_id = ${scope.accountId} and k.id = ${scope.circuitId}`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('a buyback has a circuit and a category')
  const { language } = scope
  const circuit = wordedFor(row, ['name', 'description'], language)
  const ofRule = (own: string | null, field: string) => textIn(own, row.ruleTranslations, field, language)
  const highlight = textIn(row.highlightedInstruction, row.categoryTranslations, 'highlightedInstruction', language)
  return {
    circuitType: row.circuitType,
    circuitName: circuit.name,
    description: ofRule(row.ruleDescription, 'description') ?? circuit.description,
    highlightedInstruction: ofRule(row.ruleHighlight, 'highlightedInstruction') ?? highlight,
    terms: ofRule(row.terms, 'terms'),
    instructions: row.instructions
      .filter(({ type }) => isStepOf(row.circuitType, type))
      .map((each) => wordedFor(each, ['label'], language)),
    store: row.store ?? null,
  }
}
