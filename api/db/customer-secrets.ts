import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import type { SealedColumn, WrappedColumn } from './sealed-column.ts'

/** What is sealed for the register of purchases: who sold, and by which document. */
export interface RegisterIdentity {
  readonly lastName: string
  readonly firstName: string
  readonly street: string | null
  readonly streetMore: string | null
  readonly zipCode: string | null
  readonly city: string | null
  readonly country: string | null
  readonly type: string | null
  readonly number: string | null
  /** `YYYY-MM-DD`. */
  readonly issuedOn: string | null
  readonly authority: string | null
}

/** What seals and opens; the vault of the adapters. */
export interface SecretSealer {
  newKey(owner: string): { readonly key: Buffer; readonly wrapped: Buffer }
  unwrap(wrapped: Buffer, owner: string): Buffer
  lastingKeys(owner: string): readonly [Buffer, ...Buffer[]]
  seal(key: Buffer, text: string, label: string): Buffer
  open(key: Buffer, sealed: Buffer, label: string): string
  sealFor(owner: string, text: string, label: string): Buffer
  openFor(owner: string, sealed: Buffer, label: string): string
  rewrap(wrapped: Buffer, owner: string): Buffer | null
  resealFor(owner: string, sealed: Buffer, label: string): Buffer | null
  readonly names: () => readonly [Buffer, ...Buffer[]]
}

/** A customer of an account. */
export interface CustomerScope {
  readonly accountId: string
  readonly customerId: string
}

/** What is known of a customer and never lies open; null where nothing is. */
export interface CustomerSecrets {
  readonly identityNumber: string | null
  readonly iban: string | null
}

const kinds = { identityNumber: 'identity_number', iban: 'iban' } as const
const names = Object.keys(kinds) as readonly (keyof CustomerSecrets)[]

/** Seals secrets of a customer with the customer's own key; those that are null stay as they were. */
export async function keepSecrets(
  tx: Transaction<Tables>,
  vault: SecretSealer,
  scope: CustomerScope,
  secrets: CustomerSecrets,
): Promise<void> {
  const given = names.filter((name) => secrets[name] !== null)
  if (given.length === 0) return
  const key = (await readKey(tx, vault, scope)) ?? (await addKey(tx, vault, scope))
  for (const name of given) {
    const sealed = vault.seal(key, secrets[name] ?? '', labelOf(scope, kinds[name]))
    await tx
      .insertInto('customer_secret')
      .values({ account_id: scope.accountId, customer_id: scope.customerId, kind: kinds[name], sealed })
      .onConflict((conflict) => conflict.columns(['account_id', 'customer_id', 'kind']).doUpdateSet({ sealed }))
      .execute()
  }
}

/** Secrets of a new customer as they are stored: the wrapped key, and what it has sealed. */
export function sealNewCustomer(
  vault: SecretSealer,
  scope: CustomerScope,
  secrets: { readonly [Name in keyof CustomerSecrets]: string },
): {
  readonly wrappedKey: Buffer
  readonly secrets: readonly { readonly kind: (typeof kinds)[keyof CustomerSecrets]; readonly sealed: Buffer }[]
} {
  const { key, wrapped } = vault.newKey(ownerOf(scope))
  return {
    wrappedKey: wrapped,
    secrets: names.map((name) => ({
      kind: kinds[name],
      sealed: vault.seal(key, secrets[name], labelOf(scope, kinds[name])),
    })),
  }
}

/** Opens the secrets of a customer; all null for an erased one. The caller keeps them out of logs, lists and errors. */
export async function openSecrets(
  tx: Transaction<Tables>,
  vault: SecretSealer,
  scope: CustomerScope,
): Promise<CustomerSecrets> {
  const key = await readKey(tx, vault, scope)
  if (key === null) return { identityNumber: null, iban: null }
  const rows = await tx
    .selectFrom('customer_secret')
    .select(['kind', 'sealed'])
    .where('account_id', '=', scope.accountId)
    .where('customer_id', '=', scope.customerId)
    .execute()
  const found = new Map(rows.map(({ kind, sealed }) => [kind, vault.open(key, sealed, labelOf(scope, kind))]))
  return { identityNumber: found.get('identity_number') ?? null, iban: found.get('iban') ?? null }
}

/**
 * Opens the IBAN of a customer from its stored parts, for a caller that has read those of many customers in one query.
 */
export function openIban(
  vault: SecretSealer,
  scope: CustomerScope,
  { sealed, wrappedKey }: { readonly sealed: Buffer; readonly wrappedKey: Buffer },
): string {
  return vault.open(vault.unwrap(wrappedKey, ownerOf(scope)), sealed, labelOf(scope, kinds.iban))
}

/** Destroys the key of a customer, and with it every secret that it sealed. */
export async function destroySecrets(tx: Transaction<Tables>, scope: CustomerScope): Promise<void> {
  await tx
    .deleteFrom('customer_key')
    .where('account_id', '=', scope.accountId)
    .where('customer_id', '=', scope.customerId)
    .execute()
}

/**
 * Seals a seller's identity with the account's lasting key, which erasing the customer leaves as it is. The register copies
 * what is sealed into the line that its chain covers: that copy stays under the master key of its time.
 */
export function sealRegisterIdentity(vault: SecretSealer, accountId: string, identity: RegisterIdentity): Buffer {
  return vault.sealFor(registerOf(accountId), JSON.stringify(identity), registerOf(accountId))
}

/** Opens what `sealRegisterIdentity` sealed for the same account. */
export function openRegisterIdentity(vault: SecretSealer, accountId: string, sealed: Buffer): RegisterIdentity {
  const text = vault.openFor(registerOf(accountId), sealed, registerOf(accountId))
  return JSON.parse(text) as RegisterIdentity
}

function registerOf(accountId: string): string {
  return `register ${accountId}`
}

async function readKey(tx: Transaction<Tables>, vault: SecretSealer, scope: CustomerScope): Promise<Buffer | null> {
  const row = await tx
    .selectFrom('customer_key')
    .select('wrapped_key')
    .where('account_id', '=', scope.accountId)
    .where('customer_id', '=', scope.customerId)
    .executeTakeFirst()
  return row === undefined ? null : vault.unwrap(row.wrapped_key, ownerOf(scope))
}

async function addKey(tx: Transaction<Tables>, vault: SecretSealer, scope: CustomerScope): Promise<Buffer> {
  const { key, wrapped } = vault.newKey(ownerOf(scope))
  await tx
    .insertInto('customer_key')
    .values({ account_id: scope.accountId, customer_id: scope.customerId, wrapped_key: wrapped })
    .execute()
  return key
}

/** What a new master key wraps again. */
export const wrappedOfCustomers: WrappedColumn = {
  table: 'customer_key',
  id: 'customer_id',
  owner: (accountId, customerId) => ownerOf({ accountId, customerId }),
}

/** What a new master key seals again, so that the lines of later purchases are under it. */
export const sealedOfIdentities: readonly SealedColumn[] = [
  {
    table: 'customer',
    column: 'register_identity',
    id: 'id',
    owner: registerOf,
    label: (_id, accountId) => registerOf(accountId),
  },
]

function ownerOf({ accountId, customerId }: CustomerScope): string {
  return `customer ${accountId} ${customerId}`
}

function labelOf(scope: CustomerScope, kind: string): string {
  return `${ownerOf(scope)} ${kind}`
}

/** Keeps what a customer signed with; a later signature takes its place. */
export async function keepSignature(
  tx: Transaction<Tables>,
  vault: SecretSealer,
  scope: CustomerScope,
  { text, at }: { readonly text: string; readonly at: Date },
): Promise<void> {
  const key = (await readKey(tx, vault, scope)) ?? (await addKey(tx, vault, scope))
  const sealed = vault.seal(key, text, labelOf(scope, 'signature'))
  await tx
    .insertInto('customer_signature')
    .values({ account_id: scope.accountId, customer_id: scope.customerId, sealed, signed_at: at })
    .onConflict((conflict) => conflict.columns(['account_id', 'customer_id']).doUpdateSet({ sealed, signed_at: at }))
    .execute()
}

/** Opens what a customer signed with; null where there is nothing, or nothing any more. */
export async function openSignature(
  tx: Transaction<Tables>,
  vault: SecretSealer,
  scope: CustomerScope,
): Promise<{ readonly text: string; readonly at: Date } | null> {
  const key = await readKey(tx, vault, scope)
  if (key === null) return null
  const row = await tx
    .selectFrom('customer_signature')
    .select(['sealed', 'signed_at as at'])
    .where('account_id', '=', scope.accountId)
    .where('customer_id', '=', scope.customerId)
    .executeTakeFirst()
  return row === undefined ? null : { text: vault.open(key, row.sealed, labelOf(scope, 'signature')), at: row.at }
}

/** Seals a text with the customer's own key, which erasing destroys; `what` names the place where it lies. */
export async function sealOfCustomer(
  tx: Transaction<Tables>,
  vault: SecretSealer,
  scope: CustomerScope,
  { text, what }: { readonly text: string; readonly what: string },
): Promise<Buffer> {
  const key = (await readKey(tx, vault, scope)) ?? (await addKey(tx, vault, scope))
  return vault.seal(key, text, labelOf(scope, what))
}

/** Opens what `sealOfCustomer` sealed for the same place; null where the customer was erased. */
export async function openOfCustomer(
  tx: Transaction<Tables>,
  vault: SecretSealer,
  scope: CustomerScope,
  { sealed, what }: { readonly sealed: Buffer; readonly what: string },
): Promise<string | null> {
  const key = await readKey(tx, vault, scope)
  return key === null ? null : vault.open(key, sealed, labelOf(scope, what))
}
