import { sql, type Transaction } from 'kysely'
import { inAccount } from '#api/db/in-account.ts'
import type { Tables } from '#api/db/tables.ts'
import { listWorkbookRoutes } from '#api/documents/workbook/list-workbook-routes.ts'
import type { BookColumn } from '#api/documents/workbook/sheet-book.ts'
import { refuse, type Failure } from '#api/http/failure.ts'
import { runInSlices } from '#api/http/run-in-slices.ts'
import { route, type DeclaredRoute } from '#api/http/route.ts'
import { isRelayHead, relayFileSteps, type RelayFile } from '#domain/circuit/relay-file.ts'
import { relayLimits, type RelayPoint } from '#domain/circuit/relay-points.ts'
import { succeed, type Result } from '#domain/kernel/result.ts'
import { readRelayWorkbookCall, relayWorkbookTemplateCall } from '#sync/calls/list-workbook.ts'
import { putRelayPointsCall } from '#sync/calls/shipping-method-relay.ts'
import type { CircuitScope } from './circuit-queries.ts'
import type { CircuitDeps } from './circuit-routes.ts'
import { readShippingMethod } from './shipping-method-queries.ts'

/** How many faulty lines a refusal names: a file of another kind has a fault on each. */
const namedLines = 50

/** The columns of a workbook of points, as its help explains them. */
const pointColumns: readonly BookColumn[] = [
  { name: 'reference', kind: 'code', words: [], example: 'P-001' },
  { name: 'name', kind: 'text', words: [], example: 'Tabac du Lion' },
  { name: 'street', kind: 'text', words: [], example: '1 rue de la Roquette' },
  { name: 'zipCode', kind: 'code', words: [], example: '01000' },
  { name: 'city', kind: 'text', words: [], example: 'Bourg-en-Bresse' },
  { name: 'country', kind: 'code', words: [], example: 'FR' },
  { name: 'latitude', kind: 'text', words: [], example: '46.2057' },
  { name: 'longitude', kind: 'text', words: [], example: '5.2258' },
  { name: 'openingHours', kind: 'text', words: [], example: '' },
]

/** Points that an account imports for a shipping method. */
export function createRelayFileRoutes({ database }: CircuitDeps): readonly DeclaredRoute[] {
  return [
    ...listWorkbookRoutes({
      permission: 'circuit.update',
      read: readRelayWorkbookCall,
      template: relayWorkbookTemplateCall,
      name: 'relay-points',
      columns: pointColumns,
      isHead: isRelayHead,
      lines: relayLimits.lines,
      words: 'points',
    }),

    route(
      {
        ...putRelayPointsCall,
        permission: 'circuit.update',
        summary: 'Replace the relay points of a shipping method by those of a CSV file',
        maxBodyBytes: 2 * 1024 * 1024,
        refusals: ['RELAY_FILE_INVALID', 'RELAY_FILE_LINES', 'RELAY_METHOD_UNFIT', 'SHIPPING_METHOD_ARCHIVED'],
      },
      async ({ caller, params, body }) => {
        const file = pointsOf(await runInSlices(relayFileSteps(body.csv), 10))
        return inAccount(database, caller.accountId, async (tx) => {
          const method = await readShippingMethod(tx, caller, params.id)
          if (method === null) return refuse('REQUEST_NOT_FOUND')
          if (method.status === 'archived') return refuse('SHIPPING_METHOD_ARCHIVED')
          if (method.type !== 'WEB_DROP_LABEL') return refuse('RELAY_METHOD_UNFIT')
          if (!file.ok) return file
          await replacePoints(tx, caller, params.id, file.value)
          return succeed({ count: file.value.length })
        })
      },
    ),
  ]
}

function pointsOf(file: RelayFile): Result<readonly RelayPoint[], Failure> {
  const field = 'csv'
  if (file.state === 'read') return succeed(file.points)
  if (file.state === 'faulty')
    return refuse('RELAY_FILE_LINES', {
      field,
      details: { lines: file.lines.slice(0, namedLines), count: file.lines.length },
    })
  return refuse('RELAY_FILE_INVALID', { field, details: { fault: file.state, maxLines: relayLimits.lines } })
}

async function replacePoints(
  tx: Transaction<Tables>,
  { accountId }: CircuitScope,
  methodId: string,
  points: readonly RelayPoint[],
): Promise<void> {
  // Two files at once would leave a mixture of both.
  await sql`select from shipping_method where account_id = ${accountId} and id = ${methodId} for update`.execute(tx)
  await sql`delete from relay_point where account_id = ${accountId} and shipping_method_id = ${methodId}`.execute(tx)
  await sql`insert into relay_point (account_id, shipping_method_id, reference, point)
    select ${accountId}, ${methodId}, e.point ->> 'reference', e.point
    from jsonb_array_elements(${JSON.stringify(points)}::jsonb) as e (point)`.execute(tx)
}
