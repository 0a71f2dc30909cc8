import { useEffect, useMemo } from 'react'
import type { Engine } from '#web/local/engine/engine.ts'
import type { PageUser } from '#web/local/engine/floor-engine.ts'
import type { Feedback } from '#web/scan/feedback.ts'
import { newId } from '#web/lib/new-id.ts'
import { checkInEngine } from './check-in-engine.ts'
import type { CheckInPlaceFacts } from './check-in-rules.ts'
import { createCheckInSession, type CheckInSession } from './check-in-session.ts'

/** The session of this operator at this warehouse; another operator or warehouse gets another one. */
export function useCheckIn(
  engine: Engine,
  feedback: Feedback,
  { userId, accountId }: PageUser,
  facts: CheckInPlaceFacts,
): CheckInSession {
  const { warehouseId, userType } = facts
  const session = useMemo(
    () =>
      createCheckInSession({
        engine: checkInEngine(engine, { userId, accountId }),
        facts: () => ({ warehouseId, userType, config: engine.config() }),
        newId,
        nowMs: () => Date.now(),
        signal: (kind) => feedback.play(kind),
      }),
    [engine, feedback, userId, accountId, warehouseId, userType],
  )
  useEffect(() => void session.open(), [session])
  return session
}
