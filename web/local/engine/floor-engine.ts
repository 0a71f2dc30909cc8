import type { OperationDefinition } from '#sync/operations/define-operation.ts'
import type { ItemRow } from '#sync/wire/item-row.ts'
import { trackWrite } from '#web/lib/pending-writes.ts'
import type { Captured } from '#web/local/outbox/capture.ts'
import type { LineInput } from '#web/local/outbox/write-line.ts'
import type { DispatchOptions } from '#web/local/outbox/captures.ts'
import type { Engine } from './engine.ts'

/** What the work of one operator needs from the engine of this device. */
export interface FloorEngine {
  /** Items as the operator sees them, by any of their codes or ids. */
  find(ids: readonly string[], codes: readonly string[]): Promise<readonly ItemRow[]>
  dispatch<Args>(definition: OperationDefinition<Args>, args: Args, options: DispatchOptions): Promise<Captured>
  /** Keeps a line that is no operation, with the reason. */
  note(line: LineInput, lineId: string, refusedCode: string): Promise<void>
}

/** For whom a page is drawn: an administrator of the platform is one user in every client. */
export interface PageUser {
  readonly userId: string
  readonly accountId: string
}

/**
 * The engine of this device as one operator's work sees it. After a start the screen is there before the engine knows
 * who is signed in; what is scanned until then waits for it, and is captured under that name only.
 */
export function floorEngine(engine: Engine, user: PageUser): FloorEngine {
  const alone = plainFloorEngine(engine, user)
  return {
    ...alone,
    dispatch: (definition, args, options) => trackWrite(alone.dispatch(definition, args, options)),
    note: (line, lineId, refusedCode) => trackWrite(alone.note(line, lineId, refusedCode)),
  }
}

/** The same for a screen whose own queue counts what is not written down yet. */
export function plainFloorEngine(engine: Engine, user: PageUser): FloorEngine {
  return {
    find: async (ids, codes) => (await engine.view(ids, codes)).map(({ item }) => item),
    async dispatch(definition, args, options) {
      await waitForAuthor(engine, user)
      return engine.dispatch(definition, args, options)
    },
    async note(line, lineId, refusedCode) {
      await waitForAuthor(engine, user)
      await engine.addRefusedLine(line, refusedCode, lineId)
    },
  }
}

/**
 * Resolves once the engine captures in this user's name and account: after a start the screen is there before it knows.
 */
export function waitForAuthor(
  engine: Pick<Engine, 'author' | 'subscribe'>,
  { userId, accountId }: PageUser,
): Promise<void> {
  const known = (): boolean => {
    const author = engine.author()
    return author?.userId === userId && author.accountId === accountId
  }
  if (known()) return Promise.resolve()
  return new Promise((done) => {
    const leave = engine.subscribe(() => {
      if (!known()) return
      leave()
      done()
    })
  })
}
