import { newId } from '#api/db/new-id.ts'
import { runImports } from '#api/features/catalog-files/import/run-imports.ts'
import { tryImport } from '#api/features/catalog-files/import/try-import.ts'
import type { ImportChanges } from '#sync/calls/catalog-import-change.ts'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import type { TestSession } from './api.ts'
import { createPublicWorld, type PublicWorld } from './public-world.ts'
import { jobsOf, runQueued } from './queued-job.ts'
import { outcomeOf, type Outcome } from './sale-world.ts'

/** A file as a test writes it. */
export type TestFile = string | Uint8Array<ArrayBuffer>

/** Imports into the catalog of an account, as a user with the permission makes them. */
export interface Imports {
  readonly manager: TestSession
  /** Address of the account's imports. */
  readonly path: string
  /** Asks for an address below it. */
  ask(
    address: string,
    init?: { readonly method?: string; readonly file?: TestFile; readonly as?: TestSession },
  ): Promise<Outcome>
  /** Does something with an import that is there: `start`, `cancel`, `undo`. */
  act(id: string, act: string, init?: { readonly json?: unknown; readonly as?: TestSession }): Promise<Outcome>
  /** Sends a file, and lets it be tried. */
  attempt(kind: string, file: TestFile): Promise<ImportAnswer>
  /** What an import changes, by a query. */
  changes(id: string, query?: string): Promise<ImportChanges>
  /** Sends a file, which is taken; answers its id. */
  take(kind: string, file: TestFile): Promise<string>
  /** Lets the account's jobs work. */
  work(): Promise<void>
  read(id: string): Promise<ImportAnswer>
  /** Sends a file, reads it to its end, and answers how that went. */
  run(kind: string, file: TestFile): Promise<ImportAnswer>
  /** The values of a query, whose first value is the account. */
  values(text: string, ...values: readonly unknown[]): Promise<readonly (readonly unknown[])[]>
}

/** A catalog of its own, and imports into it. */
export interface ImportWorld extends Imports {
  readonly world: PublicWorld
}

/** Kinds of import, as a query names them. */
export const kinds = {
  categories: 'content=categories&strategy=generic',
  categoriesById: 'content=categories&strategy=uuid',
  products: 'content=products&strategy=generic',
  productsById: 'content=products&strategy=uuid',
  prices: 'content=products&strategy=recommerce',
  questions: 'content=diagnostic&strategy=generic',
  questionsById: 'content=diagnostic&strategy=uuid',
} as const

/** The counts of an import, and why lines were ignored. */
export function told({ status, report: { error, lines_count: count, ignored_lines: lines } }: ImportAnswer) {
  return {
    status,
    ...(error === null ? {} : { error }),
    counts: [count.found, count.inserted, count.updated, count.ignored],
    ignored: lines.map(({ line, code, field }) => [line, code, field].filter((part) => part !== null).join(' ')),
  }
}

/** Boots the application with a catalog, whose account has one buyer with the external id `BUY-1`. */
export async function createImportWorld(): Promise<ImportWorld> {
  const world = await createPublicWorld()
  await world.change(
    `insert into organization (account_id, id, parent_organization_id, type, common_name, external_id, buyer_account_id)
     select account_id, $2, id, 'buyer', 'Acheteur', 'BUY-1', $3 from organization
     where account_id = $1 and type = 'root_management_unit'`,
    newId(),
    world.api.accounts.buyer.id,
  )
  return { world, ...(await importsInto(world)) }
}

/** Imports into the catalog of a world that is there. */
export async function importsInto({
  api,
  owner,
  accountId,
}: Pick<PublicWorld, 'api' | 'owner' | 'accountId'>): Promise<Imports> {
  const manager = await api.signIn('root_management_unit_manager')
  const path = `/api/accounts/${accountId}/imports`
  const ask: Imports['ask'] = async (address, { method, file, as = manager } = {}) =>
    outcomeOf(
      await as.request(`${path}${address}`, {
        method: method ?? (file === undefined ? 'GET' : 'POST'),
        ...(file === undefined ? {} : { body: file, headers: { 'content-type': 'text/csv' } }),
      }),
    )
  const take: Imports['take'] = async (kind, file) => {
    const { status, body, code } = await ask(`?${kind}&file_name=file.csv`, { file })
    if (status !== 200) throw new Error(`the file is not taken: ${code}`)
    return (body as unknown as ImportAnswer).id
  }
  const work = async () => {
    // A job hands on to the next after some seconds.
    do
      await runQueued(owner, 'catalog-import', { accountId }, () =>
        runImports({ database: api.db, now: () => new Date() }, { accountId }),
      )
    while ((await jobsOf(owner, 'catalog-import', { accountId })).includes('created'))
  }
  const read: Imports['read'] = async (id) => (await ask(`/${id}`)).body as unknown as ImportAnswer
  const act: Imports['act'] = async (id, name, { json, as = manager } = {}) =>
    outcomeOf(
      await as.request(`${path}/${id}/${name}`, {
        method: 'POST',
        ...(json === undefined ? {} : { body: JSON.stringify(json), headers: { 'content-type': 'application/json' } }),
      }),
    )
  const attempt: Imports['attempt'] = async (kind, file) => {
    const { status, body, code } = await ask(`?${kind}&file_name=file.csv&try=true`, { file })
    if (status !== 200) throw new Error(`the file is not taken: ${code}`)
    const { id } = body as unknown as ImportAnswer
    await tryImport({ database: api.db, now: () => new Date() }, { accountId, importId: id })
    return read(id)
  }
  return {
    manager,
    path,
    ask,
    act,
    attempt,
    changes: async (id, query = '') =>
      (await ask(`/${id}/changes?itemsPerPage=200&${query}`)).body as unknown as ImportChanges,
    take,
    work,
    read,
    run: async (kind, file) => {
      const id = await take(kind, file)
      await work()
      return read(id)
    },
    values: async (text, ...values) =>
      (await owner.query<unknown[]>({ text, values: [accountId, ...values], rowMode: 'array' })).rows,
  }
}
