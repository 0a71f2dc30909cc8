import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { Module } from '#domain/organization/module.ts'
import { isRetailer, loadAccountName, loadReachableAccounts } from './signed-in-user-queries.ts'

interface Place {
  readonly accountId: string
  readonly module: Module
}

/**
 * The accounts whose data a session can work on. A buyer account of its own works in those of the retailers that are
 * linked to it; everybody else in their own.
 */
export async function viewableAccounts(
  tx: Transaction<Tables>,
  { accountId, module }: Place,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  if (module === 'lcm' && !(await isRetailer(tx, accountId))) return loadReachableAccounts(tx, accountId)
  return [{ id: accountId, name: await loadAccountName(tx, accountId) }]
}

/** The account whose data a session works on: the one asked for, or the first. Null where nothing leads there. */
export async function viewedAccount(tx: Transaction<Tables>, place: Place, asked?: string): Promise<string | null> {
  const accounts = await viewableAccounts(tx, place)
  return (asked === undefined ? accounts[0] : accounts.find(({ id }) => id === asked))?.id ?? null
}
