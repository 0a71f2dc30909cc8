import { typeHolds } from '#domain/access/permission.ts'
import { numberBlockSize } from '#domain/expedition/package-number.ts'
import { isJson } from '#sync/replica/classify-answer.ts'
import type { EngineState } from '#web/local/engine/engine-state.ts'
import type { Outbox } from './outbox.ts'
import { addBlock, blocksOf, numbersKey, numbersLeft } from './number-blocks.ts'
import type { EnginePorts } from '#web/local/engine/ports.ts'
import { isStorageError } from '#web/local/device/storage-problem.ts'
import { postJson } from '#web/local/sync/transport.ts'

const lock = 'reprise-numbers'
const timeoutMs = 15_000
// A server restored from too old a backup gives blocks again that it has forgotten, one after the other.
const manyBlocks = 20

/**
 * Creates the drawing of package numbers: a device that sends packages keeps a block in reserve while it is online, so
 * that it can close packages for days without a network. One tab draws at a time.
 */
export function createNumberRefill(
  state: EngineState,
  outbox: Outbox,
  ports: Pick<EnginePorts, 'fetch' | 'setTimer' | 'runLocked'>,
  onDrawn: () => void,
): () => Promise<void> {
  let isRunning = false

  async function draw(): Promise<void> {
    const { author, copyInfo } = state
    if (author === null || copyInfo === null || state.stopped) return
    const { warehouseIds, storeIds } = copyInfo.scope
    const sends = typeHolds(author.userType, 'expedition.send') && warehouseIds.length + storeIds.length > 0
    const blocks = blocksOf(await outbox.readMeta(numbersKey(author.accountId)))
    if (!sends || !copyInfo.hasPackages || numbersLeft(blocks) > numberBlockSize) return
    const { drawNumberBlockCall } = await import('#sync/calls/sync.ts')
    const body = { deviceId: await outbox.deviceId() }
    for (let tries = 0; tries < manyBlocks; tries++) {
      const raw = await postJson(ports, drawNumberBlockCall.path, body, timeoutMs, { accountId: author.accountId })
      if (raw?.status !== 200 || !isJson(raw.contentType)) return
      const drawn = drawNumberBlockCall.answer.safeParse(raw.body)
      if (!drawn.success) return
      if (await outbox.writing((open) => addBlock(open, author.accountId, drawn.data))) return onDrawn()
    }
  }

  return async () => {
    if (isRunning) return
    isRunning = true
    await ports
      .runLocked(lock, draw)
      .catch((error: unknown) => {
        if (!isStorageError(error)) throw error
      })
      .finally(() => (isRunning = false))
  }
}
