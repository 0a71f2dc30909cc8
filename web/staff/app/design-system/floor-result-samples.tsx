import { IconCheck, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceCommands } from '#web/scan/choice-commands.tsx'
import { ScanPanel } from '#web/scan/scan-panel.tsx'
import { ConnectionBadge } from '../../features/sync/connection-badge.tsx'
import { calmConnection, type ConnectionView } from '../../features/sync/connection-tone.ts'
import { ChooseItemSheet } from '../../ui/floor/choose-item-sheet.tsx'
import { CodeText } from '../../ui/code-text.tsx'
import { FloorNotice, NoticeAction } from '../../ui/floor/floor-notice.tsx'
import { FloorAction } from '../../ui/floor/floor-parts.tsx'
import { FloorSheet } from '../../ui/floor/floor-sheet.tsx'
import { feedbackTones } from '../../ui/floor/full-screen-feedback.tsx'
import { PrintButton } from '../../ui/print/print-button.tsx'
import { ResultPanel } from '../../ui/floor/result-panel.tsx'
import { ScanList, ScanRow } from '../../ui/floor/scan-list.tsx'
import { PrintContext } from '../../ui/print/use-print.ts'
import classes from './design-system.module.css'
import { ItemCard } from '../../ui/floor/item-card.tsx'
import { sampleItems } from './sample-items.ts'

/** The last scan of a screen, the scans before it, and what is printed of them. */
export function FloorResultSamples() {
  const { t } = useTranslation('design')
  const icon = <IconCheck size={28} aria-hidden />
  const cross = <IconX size={28} aria-hidden />
  return (
    <div className={classes.floor}>
      <ResultPanel tone="accepted" sign={<IconCheck size={40} aria-hidden />} word={t(($) => $.feedback.accepted)}>
        <CodeText code="3600001234567" />
      </ResultPanel>
      <ScanList>
        <ScanRow sign={{ tone: 'accepted', icon }} title={t(($) => $.list.entry, { number: 3 })} onOpen={nothing}>
          {t(($) => $.status.active)}
        </ScanRow>
        <ScanRow
          sign={{ tone: 'refused', icon: cross }}
          title={t(($) => $.list.entry, { number: 2 })}
          end={<IconX size={24} aria-hidden />}
          below={<p>{t(($) => $.feedback.detail)}</p>}
        >
          {t(($) => $.feedback.refused)}
        </ScanRow>
        <ScanRow title={t(($) => $.list.entry, { number: 1 })} isUndone>
          {t(($) => $.status.neutral)}
        </ScanRow>
      </ScanList>
      <PrintContext value={nothing}>
        <div className={classes.floorActions}>
          <PrintButton kind="item_label" id="1" />
          <PrintButton kind="return_label" id="1" />
        </div>
      </PrintContext>
    </div>
  )
}

/** What an operator must know before going on, in every tone. */
export function FloorNoticeSamples() {
  const { t } = useTranslation('design')
  return (
    <div className={classes.floor}>
      {feedbackTones.map((tone) => (
        <FloorNotice key={tone} tone={tone} title={t(($) => $.feedback[tone])} role="status">
          <p>{t(($) => $.feedback.detail)}</p>
          <NoticeAction onClick={nothing}>{t(($) => $.button.primary)}</NoticeAction>
        </FloorNotice>
      ))}
    </div>
  )
}

/** Sheets over a floor screen: a plain one, and the question which of two products a code means. */
export function FloorSheetSamples() {
  const { t } = useTranslation('design')
  const [open, setOpen] = useState<'plain' | 'choose' | null>(null)
  const close = (): void => setOpen(null)
  return (
    <div className={classes.samples}>
      <FloorAction tone="quiet" onClick={() => setOpen('plain')}>
        {t(($) => $.floor.sheet)}
      </FloorAction>
      <FloorAction tone="quiet" onClick={() => setOpen('choose')}>
        {t(($) => $.floor.choose)}
      </FloorAction>
      {open === 'plain' && (
        <FloorSheet
          title={t(($) => $.floor.title)}
          closeLabel={t(($) => $.floor.close)}
          onClose={close}
          actions={<FloorAction onClick={close}>{t(($) => $.floor.primary)}</FloorAction>}
        >
          <p>{t(($) => $.feedback.detail)}</p>
        </FloorSheet>
      )}
      {open === 'choose' && (
        <ChooseItemSheet
          answers={ChoiceCommands}
          code="356938035643809"
          items={sampleItems}
          onPick={close}
          onLater={close}
        />
      )}
      {sampleItems.slice(0, 1).map((item) => (
        <ItemCard key={item.id} item={item} checkIn={null} config={null} sealedBy={null} />
      ))}
    </div>
  )
}

/** The connection badge in everything that it may say. */
export function ConnectionSamples() {
  return (
    <div className={classes.floor}>
      {views.map((view, at) => (
        <ConnectionBadge key={at} view={{ ...calmConnection, ...view }} onOpen={nothing} />
      ))}
    </div>
  )
}

const views: readonly Partial<ConnectionView>[] = [
  {},
  { waiting: 3, oldestAgeMs: 40_000 },
  { online: false, waiting: 12, oldestAgeMs: 240_000 },
  { online: false, waiting: 12, oldestAgeMs: 3_600_000 },
  { waiting: 12, oldestAgeMs: 600_000 },
  { attention: 2 },
  { signInNeeded: true, pinEndsAtMs: 1_800_000_000_000, pinEndsSoon: true, online: false, waiting: 2 },
  { signInNeeded: true, signedOut: 4, waiting: 7, oldestAgeMs: 86_400_000, attention: 1 },
  { updateNeeded: true, waiting: 12, oldestAgeMs: 600_000 },
  { online: false, captureProblem: 'full', waiting: 3, oldestAgeMs: 40_000, attention: 2 },
  { captureProblem: 'private', waiting: null },
]

/** The camera and the typed code, as on every screen that scans. */
export function ScanSamples() {
  return (
    <div className={classes.narrow}>
      <ScanPanel purpose="item" onCode={nothing} />
    </div>
  )
}

function nothing(): void {
  // The samples only show.
}
