import { Alert, Button, Group, Loader, Text, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconDownload,
  IconFileSpreadsheet,
  IconFileExport,
  IconRefresh,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { workbookType } from '#domain/kernel/workbook-type.ts'
import type { CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { useFileExport } from '#web/lib/use-file-export.ts'
import { StepProgress } from '#web/staff/ui/floor/step-progress.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import classes from './catalog-export.module.css'

/** The one action before an export; it waits for a choice (IO-19). */
export function ChoiceActions({ isChosen }: { readonly isChosen: boolean }) {
  const { t } = useTranslation('catalog-export')
  return (
    <Group>
      <Button type="submit" disabled={!isChosen} leftSection={<IconFileExport size={20} aria-hidden />}>
        {t(($) => $.export)}
      </Button>
    </Group>
  )
}

/** An export under way: its place in the queue, and then how far it is; cancelling ends it and loads the page again (IO-20). */
export function Running(props: {
  readonly content: CatalogContent
  readonly isUnreachable: boolean
  readonly waitsFor: number | null
  readonly progress: { readonly done: number; readonly of: number } | null
  readonly cancel: () => void
  readonly canCancel: boolean
  readonly isCancelling: boolean
  readonly cancelProblem: string | null
}) {
  const { t } = useTranslation('catalog-export')
  const format = useFormat()
  const { content, waitsFor, progress } = props
  return (
    <Panel role="status" sign={<Loader size={32} aria-hidden />} title={t(($) => $.running[content])}>
      {progress !== null && (
        <div>
          <StepProgress at={progress.done} of={Math.max(progress.of, progress.done, 1)}>
            {t(($) => $.wait.progress, { done: format.number(progress.done), total: format.number(progress.of) })}
          </StepProgress>
        </div>
      )}
      {waitsFor !== null && (
        <Text>{waitsFor === 0 ? t(($) => $.wait.next) : t(($) => $.wait.place, { count: waitsFor })}</Text>
      )}
      <Text c="dimmed">{props.isUnreachable ? t(($) => $.wait.unreachable) : t(($) => $.wait.text)}</Text>
      {props.cancelProblem !== null && (
        <Alert color="red" role="alert">
          {props.cancelProblem}
        </Alert>
      )}
      <Group>
        <Button variant="default" disabled={!props.canCancel} loading={props.isCancelling} onClick={props.cancel}>
          {t(($) => $.cancel)}
        </Button>
      </Group>
    </Panel>
  )
}

/** An export whose file is there (IO-21, IO-23). */
export function Finished(props: {
  readonly url: string
  /** Null of a file that is too large for one. */
  readonly workbookUrl: string | null
  /** Paths of its pieces, where an import does not take it whole. */
  readonly pieces: readonly string[]
  readonly entries: number
  readonly content: CatalogContent
  readonly onNew: () => void
}) {
  const { t } = useTranslation('catalog-export')
  const format = useFormat()
  const csv = useFileExport('text/csv')
  const book = useFileExport(workbookType)
  const { url, workbookUrl, pieces, entries, content } = props
  const name = url.split('/').at(-1) ?? ''
  return (
    <Panel
      role="status"
      sign={<IconCircleCheck size={32} stroke={1.5} aria-hidden className={classes.good} />}
      title={t(($) => $.ready[content], { count: entries, number: format.number(entries) })}
    >
      <Text className={classes.file}>{name}</Text>
      <Text c="dimmed">{t(($) => $.kept)}</Text>
      {(csv.hasFailed || book.hasFailed) && (
        <Alert color="red" role="alert">
          {t(($) => $.downloadFailed)}
        </Alert>
      )}
      {pieces.length > 0 && (
        <>
          <Text>{t(($) => $.pieces.text)}</Text>
          <Group>
            {pieces.map((piece, at) => (
              <Button
                key={piece}
                variant="default"
                loading={csv.done !== null}
                leftSection={<IconDownload size={20} aria-hidden />}
                onClick={() => void csv.run(piece, piece.split('/').at(-1) ?? '')}
              >
                {t(($) => $.pieces.download, { number: at + 1, of: pieces.length })}
              </Button>
            ))}
          </Group>
        </>
      )}
      <Group>
        <Button
          loading={csv.done !== null}
          leftSection={<IconDownload size={20} aria-hidden />}
          onClick={() => void csv.run(url, name)}
        >
          {t(($) => $.download)}
        </Button>
        {workbookUrl !== null && (
          <Button
            variant="default"
            loading={book.done !== null}
            leftSection={<IconFileSpreadsheet size={20} aria-hidden />}
            onClick={() => void book.run(workbookUrl, workbookUrl.split('/').at(-1) ?? '')}
          >
            {t(($) => $.downloadBook)}
          </Button>
        )}
        <Leave onNew={props.onNew} />
      </Group>
    </Panel>
  )
}

/** An export without a file, and why (IO-22, IO-23). */
export function Failed(props: {
  readonly text: string
  readonly isCancelled: boolean
  readonly onRestart: () => void
  readonly onNew: () => void
}) {
  const { t } = useTranslation('catalog-export')
  return (
    <Panel
      role="alert"
      sign={<IconAlertTriangle size={32} stroke={1.5} aria-hidden className={classes.bad} />}
      title={t(($) => (props.isCancelled ? $.cancelled : $.failed))}
    >
      <Text>{props.text}</Text>
      <Group>
        <Button leftSection={<IconRefresh size={20} aria-hidden />} onClick={props.onRestart}>
          {t(($) => $.restart)}
        </Button>
        <Leave onNew={props.onNew} />
      </Group>
    </Panel>
  )
}

function Leave({ onNew }: { readonly onNew: () => void }) {
  const { t } = useTranslation('catalog-export')
  return (
    <>
      <Button variant="default" onClick={onNew}>
        {t(($) => $.new)}
      </Button>
      <ButtonLink variant="default" to="/home">
        {t(($) => $.dashboard)}
      </ButtonLink>
    </>
  )
}

// The button that led here is gone; a keyboard user continues from this panel.
const takeFocus = (panel: HTMLElement | null): void => panel?.focus()

function Panel(props: {
  readonly role: 'status' | 'alert'
  readonly sign: ReactNode
  readonly title: string
  readonly children: ReactNode
}) {
  return (
    <section className={classes.panel} role={props.role} tabIndex={-1} ref={takeFocus}>
      <Title order={2} size="h3" className={classes.title}>
        {props.sign}
        <span>{props.title}</span>
      </Title>
      {props.children}
    </section>
  )
}
