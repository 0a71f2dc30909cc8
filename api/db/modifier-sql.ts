import { sql } from 'kysely'
import type { ConfiguredModifier } from '#domain/circuit/modifier.ts'

/** The modifier of a row as answers have it; null where it does nothing. */
export function modifierOf(row: string) {
  return sql<ConfiguredModifier | null>`case when ${sql.ref(`${row}.modifier_type`)} <> 'none' then json_build_object(
    'type', ${sql.ref(`${row}.modifier_type`)}, 'value', ${sql.ref(`${row}.modifier_value`)},
    'cappedAmount', ${sql.ref(`${row}.modifier_cap_cents`)}) end`
}

/** Columns of a row with a modifier. */
export function modifierColumns(modifier: ConfiguredModifier | null) {
  return {
    modifier_type: modifier?.type ?? 'none',
    modifier_value: modifier?.value ?? 0,
    modifier_cap_cents: modifier?.cappedAmount ?? null,
  } as const
}
