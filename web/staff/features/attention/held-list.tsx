import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { listHeldCall, runHeldCall, type HeldOperationAnswer } from '#sync/calls/sync.ts'
import { newestArgs } from '#sync/operations/registry.ts'
import { groupCode } from '#web/lib/format.ts'
import { CallError } from '#web/lib/http.ts'
import { useFormat, useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { useReasonText } from '#web/lib/reason-text.ts'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { LetteredAction } from '#web/staff/ui/floor/lettered-action.tsx'
import { DiscardSheet } from './discard-sheet.tsx'
import { operationName } from './operation-name.ts'
import words from '#web/staff/ui/floor/floor-text.module.css'
import styles from './attention.module.css'

/**
 * What the server holds of everybody in the warehouse, for the people who look after it: each can run again or be
 * discarded. What only waits for earlier work stands apart, because nobody has to look at it: it runs by itself once
 * that is decided. It needs the network, and shows nothing without it.
 */
export function HeldList({ onSaid }: { readonly onSaid: (text: string) => void }) {
  const { t } = useTranslation('sync')
  const reasonText = useReasonText()
  const engine = useEngine()
  const http = useHttp()
  const user = useSignedInUser()
  const queries = useQueryClient()
  const queryKey = ['exchange', 'held', user.viewedAccountId, user.module]
  const held = useQuery({
    queryKey,
    queryFn: ({ signal }) => http(listHeldCall, { query: { itemsPerPage: 100 }, signal }),
  })
  const [runningId, setRunningId] = useState<string | null>(null)
  const [discarded, setDiscarded] = useState<HeldOperationAnswer | null>(null)
  const nameOf = useHeldName()
  const members = held.data?.['hydra:member'] ?? []
  if (members.length === 0) return null

  const run = async ({ opId }: HeldOperationAnswer): Promise<void> => {
    setRunningId(opId)
    try {
      const { status, code } = await http(runHeldCall, { params: { opId } })
      const reason = reasonText(code ?? '')
      if (status === 'applied') onSaid(t(($) => $.attention.heldList.applied))
      else if (status === 'held') onSaid(t(($) => $.attention.heldList.stillHeld, { reason }))
      else onSaid(t(($) => $.attention.heldList.refused, { reason }))
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      onSaid(t(($) => $.attention.failed, { reason: reasonText(error.code) }))
    } finally {
      setRunningId(null)
      void engine.sync()
      await queries.invalidateQueries({ queryKey })
    }
  }

  const waiting = members.filter(isWaiting)
  const stuck = members.filter((one) => !isWaiting(one))
  return (
    <>
      {stuck.length > 0 && (
        <section className={styles.cause}>
          <h2 className={styles.causeTitle}>{t(($) => $.sheet.held)}</h2>
          <p className={words.soft}>{t(($) => $.attention.heldList.text)}</p>
          <ul className={styles.entries}>
            {stuck.map((one) => (
              <HeldRow key={one.opId} held={one} onDiscard={() => setDiscarded(one)}>
                <LetteredAction tone="quiet" asks busy={runningId === one.opId} onClick={() => void run(one)}>
                  {t(($) => $.attention.heldList.run)}
                  <span className="visually-hidden"> {nameOf(one)}</span>
                </LetteredAction>
              </HeldRow>
            ))}
          </ul>
        </section>
      )}
      {waiting.length > 0 && (
        <section className={styles.cause}>
          <h2 className={styles.causeTitle}>{t(($) => $.attention.heldList.waitingTitle)}</h2>
          <p className={words.soft}>{t(($) => $.attention.heldList.waitingText)}</p>
          <ul className={styles.entries}>
            {waiting.map((one) => (
              <HeldRow key={one.opId} held={one} onDiscard={() => setDiscarded(one)} />
            ))}
          </ul>
        </section>
      )}
      {discarded !== null && (
        <DiscardSheet
          entry={null}
          onBack={() => setDiscarded(null)}
          onDiscard={async (reason) => {
            const settled = await engine.discard(discarded.opId, reason)
            if (!settled.ok) return settled.code
            setDiscarded(null)
            onSaid(t(($) => $.attention.discarded))
            await engine.sync()
            await queries.invalidateQueries({ queryKey })
            return null
          }}
        />
      )}
    </>
  )
}

/** Whether an operation is held for no fault: what it follows is not decided yet, or lies on a device whose user is out. */
function isWaiting({ code }: HeldOperationAnswer): boolean {
  return code === 'SYNC_WAITS_FOR'
}

function useHeldName(): (held: HeldOperationAnswer) => string {
  const { t } = useTranslation('sync')
  return (held) => {
    const said = newestArgs(held)['code']
    const scanned = typeof said === 'string' ? groupCode(said) : ''
    return `${t(($) => $.attention.operation[operationName(held.type)])} ${scanned}`.trim()
  }
}

function HeldRow(props: {
  readonly held: HeldOperationAnswer
  readonly onDiscard: () => void
  readonly children?: ReactNode
}) {
  const { t } = useTranslation('sync')
  const reasonText = useReasonText()
  const format = useFormat()
  const { actorName, capturedAt, code, causeActorName } = props.held
  const name = useHeldName()(props.held)
  const reason = !isWaiting(props.held)
    ? reasonText(code)
    : causeActorName === null
      ? t(($) => $.attention.heldList.waitsForUnsent)
      : t(($) => $.attention.heldList.waitsForHeld, { name: causeActorName })
  return (
    <li className={styles.entry}>
      <div className={styles.entryText}>
        <strong>{name}</strong>
        <span>{reason}</span>
        <span className={words.soft}>
          {actorName} · {format.dateTime(capturedAt)}
        </span>
      </div>
      <LetteredAction tone="quiet" onClick={props.onDiscard}>
        {t(($) => $.attention.discard)}
        <span className="visually-hidden"> {name}</span>
      </LetteredAction>
      {props.children}
    </li>
  )
}
