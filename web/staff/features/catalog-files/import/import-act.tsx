import { Alert, Button, Text } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportAnswer } from '#sync/calls/catalog-import.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { ConfirmModal, type ModalData } from '#web/staff/ui/confirm-modal.tsx'
import { FactBlock } from '#web/staff/ui/fact-block.tsx'
import { StepProgress } from '#web/staff/ui/floor/step-progress.tsx'
import { useImportWords } from './import-wording.ts'
import type { ImportActs } from './use-import-acts.ts'
import classes from './import.module.css'

/** Which place in the queue an import has. */
export function WaitingPlace({ found }: { readonly found: ImportAnswer }) {
  const { t } = useTranslation('catalog-import')
  const count = found.waits_for ?? 0
  return count === 0 ? t(($) => $.run.next) : t(($) => $.run.place, { count })
}

/** Why the last thing that was asked for was not done. */
export function ActProblem({ acts }: { readonly acts: ImportActs }) {
  if (acts.problem === null) return null
  return (
    <Alert color="red" role="alert">
      {acts.problem}
    </Alert>
  )
}

/** How an import was taken back, and the way to do so: what was changed since stays until a person decides otherwise. */
export function UndoBlock({ found, acts }: { readonly found: ImportAnswer; readonly acts: ImportActs }) {
  const { t } = useTranslation('catalog-import')
  const format = useFormat()
  const words = useImportWords()
  const [modal, setModal] = useState<ModalData | null>(null)
  const { undo, changes_count: count, status } = found
  if (found.forgotten_at !== null)
    return <Text size="sm">{t(($) => $.kept.forgotten, { date: words.day(found.forgotten_at) })}</Text>
  if (count === 0 || status === 'in_progress' || status === 'trying' || status === 'tried') return null
  const ask = (withChanged: boolean): void =>
    setModal({
      title: t(($) => (withChanged ? $.undo.askChanged.title : $.undo.ask.title)),
      content: t(($) => (withChanged ? $.undo.askChanged.text : $.undo.ask.text), {
        formatted: format.number(withChanged ? (undo?.left ?? 0) : count),
      }),
      confirmLabel: t(($) => $.undo.start),
      destructive: true,
      confirm: () => acts.undo(withChanged),
    })
  const icon = <IconArrowBackUp size={20} aria-hidden />
  return (
    <div className={classes.stack}>
      <ActProblem acts={acts} />
      {found.kept_until !== null && (
        <Text size="sm">{t(($) => $.kept.until, { date: words.day(found.kept_until) })}</Text>
      )}
      {undo === null ? (
        <div>
          <Button variant="default" loading={acts.isActing} leftSection={icon} onClick={() => ask(false)}>
            {t(($) => $.undo.start)}
          </Button>
        </div>
      ) : undo.status === 'in_progress' ? (
        <div role="status">
          <StepProgress at={undo.undone + undo.left} of={count}>
            {t(($) => $.undo.progress, {
              done: format.number(undo.undone + undo.left),
              total: format.number(count),
            })}
          </StepProgress>
        </div>
      ) : (
        <FactBlock
          title={t(($) => $.undo.title)}
          facts={[
            { label: t(($) => $.undo.by), value: undo.by?.name ?? t(($) => $.source.none) },
            { label: t(($) => $.undo.when), value: undo.ended_at === null ? null : words.moment(undo.ended_at) },
            { label: t(($) => $.undo.undone), value: format.number(undo.undone) },
            { label: t(($) => $.undo.left), value: format.number(undo.left) },
          ]}
        >
          {undo.status !== 'done' && (
            <div className={classes.stack}>
              <Text size="sm">{t(($) => (undo.status === 'error' ? $.undo.failed : $.undo.leftText))}</Text>
              <div className={classes.buttons}>
                <Button
                  variant="default"
                  loading={acts.isActing}
                  leftSection={icon}
                  onClick={() => ask(undo.status === 'partly')}
                >
                  {t(($) => (undo.status === 'partly' ? $.undo.startChanged : $.undo.start))}
                </Button>
              </div>
            </div>
          )}
        </FactBlock>
      )}
      <ConfirmModal data={modal} onClose={() => setModal(null)} />
    </div>
  )
}
