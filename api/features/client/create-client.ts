import type { Transaction } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import type { ClientStart, NewClient } from '#domain/settings/client.schema.ts'
import { benchName, writtenTemplate } from '#domain/catalog-files/client-templates/client-templates.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { siteHost } from '#domain/organization/client.ts'
import type { ClientAnswer } from '#sync/calls/client.ts'
import { insertClient, readClient } from './client-record-queries.ts'
import { copyConfiguration, hasCircuits, readRefurbPlan } from './copy-queries.ts'
import { insertConfiguration, insertTemplate, writeRefurbStart } from './start-queries.ts'

type Tx = Transaction<Tables>

/** Makes a client with everything that it begins with, in one transaction; sent again with its id it is made once. */
export async function createClient(tx: Tx, client: NewClient): Promise<Result<ClientAnswer | null, Failure>> {
  const present = client.id === undefined ? null : await readClient(tx, { accountId: client.id })
  if (present !== null) {
    const isSame = present.name === client.name && present.currency === client.currency
    return isSame ? succeed(present) : refuse('CLIENT_SENT_OTHERWISE', { field: 'id' })
  }
  const checked = await checkStart(tx, client)
  if (!checked.ok) return checked
  const id = await insertClient(tx, client, siteHost(client.webChannelUrl, null))
  await writeStart(tx, id, client)
  return succeed(await readClient(tx, { accountId: id }))
}

async function checkStart(tx: Tx, { start, currency }: NewClient): Promise<Result<null, Failure>> {
  if (start.from !== 'client') return succeed(null)
  const source = await readClient(tx, { accountId: start.accountId })
  if (source === null) return refuse('REQUEST_NOT_FOUND', { field: 'start.accountId' })
  // Amounts of fees and impacts would mean something else.
  return source.currency === currency ? succeed(null) : refuse('CLIENT_COPY_CURRENCY', { field: 'start.accountId' })
}

async function writeStart(
  tx: Tx,
  id: string,
  { start, language }: { readonly start: ClientStart; readonly language: NewClient['language'] },
): Promise<void> {
  if (start.from !== 'client') {
    await insertConfiguration(tx, id, language)
    if (start.from === 'template') await insertTemplate(tx, id, writtenTemplate(start.template, language))
    return
  }
  // One without circuits would leave a client that could never trade.
  if (!(await hasCircuits(tx, start.accountId))) await insertConfiguration(tx, id, language)
  await copyConfiguration(tx, { from: start.accountId, to: id })
  const plan = await readRefurbPlan(tx, start.accountId, benchName(language))
  if (plan !== null) await writeRefurbStart(tx, id, plan)
}
