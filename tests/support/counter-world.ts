import { randomUUID } from 'node:crypto'
import { newId } from '#api/db/new-id.ts'
import { buybackNumber } from '#domain/buyback/buyback-number.ts'
import type { CounterCatalogAnswer } from '#sync/calls/counter.ts'
import type { Confided, Sealed, SealedAbout } from '#sync/wire/sealed.ts'
import type { Operation, Outcome } from '#sync/wire/operation.ts'
import type { PushAnswer } from '#sync/wire/push.ts'
import type { TestSession } from './api.ts'
import { sealOnDevice } from './counter-seal.ts'
import { bankForm, customerForm, saleOf, type SaleWorld } from './sale-world.ts'

/** A device at a counter with its seller, over HTTP. */
export interface CounterDevice {
  readonly session: TestSession
  readonly deviceId: string
  readonly storeId: string
  /** The catalog as it was when the device came. */
  readonly catalog: CounterCatalogAnswer
  /** Asks for the catalog again. */
  refetch(): Promise<CounterCatalogAnswer>
  nextNumber(): string
  seal(about: SealedAbout, change?: { readonly [K in keyof Confided]?: Confided[K] | undefined }): Promise<Sealed>
  /** A sale of one phone, paid by transfer; `change` replaces arguments. */
  sale(change?: Record<string, unknown>, line?: Record<string, unknown>): Promise<Operation>
  operation(type: string, args: Record<string, unknown>, lanes: readonly string[]): Operation
  push(...ops: readonly Operation[]): Promise<readonly Outcome[]>
}

/** What Anna confides. */
export const confided: Confided = { customer: customerForm, bank: bankForm, termsAccepted: true }

/** Signs a seller in on a new device, with a catalog and a block of numbers. */
export async function createCounterDevice(
  world: SaleWorld,
  {
    who = 'store_seller',
    storeId = world.api.accounts.retailer.northStoreId,
    now = () => new Date(world.clock.now),
    deviceId = randomUUID() as string,
  } = {},
): Promise<CounterDevice> {
  const session = await world.api.signIn(who, { deviceId })
  const refetch = async (): Promise<CounterCatalogAnswer> => {
    const answer = await session.request('/api/counter/catalog')
    if (answer.status !== 200) throw new Error(`no catalog: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as CounterCatalogAnswer
  }
  const catalog = await refetch()
  const drawn = await session.request('/api/counter/number-blocks', { method: 'POST', json: { deviceId } })
  const { firstSerial } = (await drawn.json()) as { firstSerial: number }
  let serial = firstSerial
  const sent = new Map<string, number>()
  const { user } = session
  const module = user.grant?.module ?? 'root'
  const device: CounterDevice = {
    session,
    deviceId,
    storeId,
    catalog,
    refetch,
    nextNumber: () => buybackNumber(serial++),
    seal: (about, more = {}) =>
      sealOnDevice(catalog.sealKey, world.accountId, about, { ...confided, ...more } as Confided),
    async sale(change = {}, line = {}) {
      const cartId = newId()
      const { productId, questionnaireId, answers, circuitId, shippingMethodId, paymentModeId, prices } = saleOf(
        world,
        'store_drop',
      )
      const sold = { productId, questionnaireId, answers, circuitId, shippingMethodId, paymentModeId, prices }
      const args = {
        cartId,
        storeId,
        catalog: { version: catalog.version, ageMs: 0 },
        lines: [{ itemId: newId(), buybackId: newId(), number: device.nextNumber(), ...sold, ...line }],
        sealed: await device.seal({ kind: 'sale', id: cartId }),
        ...change,
      }
      return device.operation('sellInStore', args, [`sale:${cartId}`])
    },
    operation: (type, args, lanes) => ({
      opId: newId(),
      deviceId,
      seq: 0,
      lanes: [...lanes],
      type,
      v: 1,
      args,
      actor: user.id,
      module,
      basedOn: 0,
      dependsOn: [],
      capturedAt: now().toISOString(),
    }),
    async push(...ops) {
      const headers = { authorization: `Bearer ${user.grant?.token ?? ''}` }
      // Numbers are given in the order of the first sending.
      for (const { opId } of ops) sent.set(opId, sent.get(opId) ?? sent.size + 1)
      const numbered = ops.map((op) => ({ ...op, seq: sent.get(op.opId) }))
      const json = { protocol: 1, deviceId, module, ops: numbered }
      const answer = await world.api.request('/api/sync/push', { method: 'POST', json, headers })
      const text = await answer.text()
      if (answer.status !== 200) throw new Error(`push: ${answer.status} ${text}`)
      return (JSON.parse(text) as PushAnswer).outcomes
    },
  }
  return device
}

/** An outcome in words. */
export function said({ status, code }: Outcome): string {
  return code === null ? status : `${status} ${code}`
}
