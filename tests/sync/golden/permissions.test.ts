import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { actorKey, decideBatch } from '#api/sync/decide-batch.ts'
import { userTypes, type UserType } from '#domain/organization/user-type.ts'
import { createMemoryRecords } from '#sync/memory-records.ts'
import { operations } from '#sync/operations/registry.ts'
import { runOperation } from '#sync/run-operation.ts'
import type { Operation } from '#sync/wire/operation.ts'
import { config, id, row } from '#tests/support/floor-world.ts'
import { operationRow } from '#tests/support/rows.ts'

interface Golden {
  readonly op: Pick<Operation, 'type' | 'v' | 'lanes' | 'args'>
}

const golden = ['./operations.json', './floor.json', './counter.json'].flatMap(
  (file) => JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as readonly Golden[],
)

// The matrix (lifecycle, section 5) once more, for what may be done without a network.
const floor: readonly UserType[] = ['admin', 'super_admin', 'warehouse_manager', 'warehouse_operator']
const release: readonly UserType[] = ['admin', 'super_admin', 'root_management_unit_manager', 'warehouse_manager']
const send: readonly UserType[] = [
  ...floor,
  'root_management_unit_manager',
  'management_unit_manager',
  'store_manager',
  'store_seller',
]
const sell: readonly UserType[] = [
  'admin',
  'super_admin',
  'root_management_unit_manager',
  'management_unit_manager',
  'store_manager',
  'store_seller',
]
const selling = ['sellInStore', 'finalizeInStore']
const sending = ['openPackage', 'putInPackage', 'takeOutOfPackage', 'undoPackageItem', 'closePackage', 'handOverItem']

function holdersOf(type: string): readonly UserType[] {
  if (type === 'releaseFromQuarantine') return release
  if (selling.includes(type)) return sell
  return sending.includes(type) ? send : floor
}

function codeFor({ op }: Golden, userType: UserType): string | null {
  const text = JSON.stringify(operationRow(1, op.type, op.args, { v: op.v, lanes: op.lanes, actor: id(2) }))
  const named = JSON.parse(text.replaceAll(/\$\w+/g, id(404))) as Operation
  const actor = { userId: id(2), userType, warehouseIds: 'all', storeIds: 'all' } as const
  const [decision] = decideBatch({
    records: createMemoryRecords({ config, items: [row(500)] }),
    fresh: [named],
    waiting: [],
    actors: new Map([[actorKey(named.actor, named.module), { actor, name: '' }]]),
    atMs: 1,
    run: runOperation,
  })
  return decision?.outcome.code ?? null
}

// Settling a refusal depends on the author of the refused operation, not on the user type.
const judged = golden.filter(({ op }) => op.type !== 'settleRefusal')

it.each(userTypes)('the server takes from %s the operations of the matrix, and no others (PUSH-5)', (userType) => {
  expect(new Set(golden.map(({ op }) => op.type))).toEqual(new Set(operations.keys()))
  for (const each of judged) {
    const isRefused = codeFor(each, userType) === 'SYNC_PERMISSION_MISSING'
    expect(isRefused, `${each.op.type} of ${userType}`).toBe(!holdersOf(each.op.type).includes(userType))
  }
})
