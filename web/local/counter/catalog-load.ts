import type * as z from 'zod'
import {
  counterCatalogCall,
  counterPartsCall,
  counterRulesCall,
  partsAtOnce,
  type CounterCatalogAnswer,
} from '#sync/calls/counter.ts'
import { isJson, type RawAnswer } from '#sync/replica/classify-answer.ts'
import type { EnginePorts } from '../engine/ports.ts'
import { ask, postJson } from '../sync/transport.ts'
import type { CatalogRow, CatalogStore } from './catalog-store.ts'

const timeoutMs = 30_000

type LoadPorts = Pick<EnginePorts, 'fetch' | 'setTimer' | 'nowMs'>

/**
 * Asks for the newest catalog and loads what is new of it: parts never change, so that a changed price costs one of them.
 * The version becomes the newest in one transaction, once all of its parts are here.
 */
export async function loadCatalog(
  store: CatalogStore,
  accountId: string,
  ports: LoadPorts,
): Promise<'current' | 'loaded' | 'failed'> {
  // The age of prices counts from before the question, so that a slow answer makes them no younger.
  const confirmedAtMs = ports.nowMs()
  const answer = await read(ports, accountId, counterCatalogCall.path, counterCatalogCall.answer)
  if (answer === null) return 'failed'
  const { version, parts, productCount, promiseMs, sealKey, confirmedAt } = answer
  const confirmed = {
    confirmedAtMs,
    promiseMs,
    ...(confirmedAt !== undefined && { serverAtMs: Date.parse(confirmedAt) }),
  }
  const newest = await store.newest()
  if (newest?.version === version) {
    await store.confirm({ ...undated(newest), ...confirmed }, sealKey)
    return 'current'
  }
  const path = counterRulesCall.path.replace('{version}', version)
  const rules = await read(ports, accountId, path, counterRulesCall.answer)
  if (rules === null || !(await loadParts(store, accountId, ports, answer))) return 'failed'
  const row = { version, rules, parts, productCount, ...confirmed }
  return (await store.install(row, sealKey)) ? 'loaded' : 'failed'
}

function undated({ serverAtMs: _before, ...row }: CatalogRow): CatalogRow {
  return row
}

async function loadParts(
  store: CatalogStore,
  accountId: string,
  ports: LoadPorts,
  { parts }: CounterCatalogAnswer,
): Promise<boolean> {
  const missing = await store.missing(parts)
  for (let at = 0; at < missing.length; at += partsAtOnce) {
    const ids = missing.slice(at, at + partsAtOnce)
    const raw = await postJson(ports, counterPartsCall.path, { ids }, timeoutMs, { accountId })
    const answer = accepted(raw, counterPartsCall.answer)
    if (answer === null || answer.parts.length < ids.length) return false
    await store.addParts(answer.parts)
  }
  return true
}

async function read<T>(ports: LoadPorts, accountId: string, path: string, schema: z.ZodType<T>): Promise<T | null> {
  const init = { headers: { accept: 'application/json', 'x-account': accountId }, credentials: 'same-origin' as const }
  return accepted(await ask(ports, path, init, timeoutMs), schema)
}

function accepted<T>(raw: RawAnswer | null, schema: z.ZodType<T>): T | null {
  if (raw?.status !== 200 || !isJson(raw.contentType)) return null
  const parsed = schema.safeParse(raw.body)
  return parsed.success ? parsed.data : null
}
