import { Button, Text } from '@mantine/core'
import { IconDatabaseImport, IconHistory } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/lib/http.ts'
import { useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { EmptyState, ErrorState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { UnsavedChangesPrompt } from '#web/staff/ui/form/unsaved-changes-prompt.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { catalogKey } from '#web/lib/catalog-key.ts'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { CheckStep } from './check-step.tsx'
import { ChooseStep, type FileDraft } from './choose-step.tsx'
import { DoneStep, RunStep } from './follow-step.tsx'
import { catalogImportTarget, isWorkedOn, ownPricesImportTarget, rootQuery, type ImportTarget } from './import-calls.ts'
import { TrialStep } from './trial-step.tsx'
import { useImportActs } from './use-import-acts.ts'
import { useFileImport } from './use-file-import.ts'
import classes from './import.module.css'

const steps = ['choose', 'loading', 'import', 'done'] as const
type Step = (typeof steps)[number]

/**
 * `/imports/{organizationId}` (IO-01): the wizard of an import, of the account worked in, which its own id or that of
 * its top entity names. An import that has begun stands in the address.
 */
export function ImportPage(props: { readonly organizationId: string; readonly importId: string | null }) {
  const { t } = useTranslation('catalog-import')
  const { viewedAccountId } = useSignedInUser()
  const isAccount = props.organizationId === viewedAccountId
  const root = useQuery({ ...rootQuery(useHttp()), enabled: !isAccount })
  const history = (
    <ButtonLink
      to="/accounts/$accountId/catalog-imports"
      params={{ accountId: viewedAccountId }}
      variant="default"
      leftSection={<IconHistory size={20} aria-hidden />}
    >
      {t(($) => $.history)}
    </ButtonLink>
  )
  return (
    <Page title={t(($) => $.title)} icon={IconDatabaseImport} actions={history}>
      {isAccount || root.data?.id === props.organizationId ? (
        <Wizard way={catalogImportTarget(viewedAccountId)} importId={props.importId} />
      ) : root.data !== undefined ? (
        <EmptyState icon={IconDatabaseImport} title={t(($) => $.unknown.title)} text={t(($) => $.unknown.text)} />
      ) : root.isError ? (
        <ErrorState onRetry={() => void root.refetch()} isRetrying={root.isFetching} />
      ) : (
        <RowsSkeleton rows={4} height={56} />
      )}
    </Page>
  )
}

/** `/own-prices/import`: the wizard of a buyer's own price list. An import that has begun stands in the address. */
export function OwnPricesImportPage({ importId }: { readonly importId: string | null }) {
  const { t } = useTranslation('catalog-import')
  return (
    <Page
      title={t(($) => $.own.title)}
      icon={IconDatabaseImport}
      crumbs={[{ title: t(($) => $.own.prices), to: '/own-prices' }]}
    >
      <Text mb="md">{t(($) => $.own.text)}</Text>
      <Wizard way={ownPricesImportTarget} importId={importId} />
    </Page>
  )
}

function Wizard({ way, importId }: { readonly way: ImportTarget; readonly importId: string | null }) {
  return importId === null ? <NewImport way={way} /> : <FollowedImport key={importId} way={way} id={importId} />
}

const usual = { content: 'products', strategy: 'generic' } as const

function NewImport({ way }: { readonly way: ImportTarget }) {
  const [draft, setDraft] = useState<FileDraft>({ ...(way.fixed ?? usual), file: null })
  const work = useFileImport(way)
  const { chosen } = work
  return (
    <div className={classes.wizard}>
      <UnsavedChangesPrompt isUnsaved={draft.file !== null} />
      <Steps at={chosen === null ? 'choose' : 'loading'} />
      {chosen === null ? (
        <ChooseStep
          draft={draft}
          isFixed={way.fixed !== null}
          problem={work.checkProblem}
          onChange={setDraft}
          onDone={work.look}
        />
      ) : (
        <CheckStep
          chosen={chosen}
          checked={work.checked}
          problem={work.sendProblem}
          lacking={work.lacking}
          onMatch={work.match}
          onSheet={work.chooseSheet}
          isMatching={work.isMatching}
          isSending={work.isSending}
          onBack={work.giveUp}
          onImport={work.start}
        />
      )}
    </div>
  )
}

function FollowedImport({ way, id }: { readonly way: ImportTarget; readonly id: string }) {
  const { t } = useTranslation('catalog-import')
  const navigate = useNavigate()
  const found = useQuery(way.followed(useHttp(), id))
  const again = (): void => void navigate({ to: '.', search: {} })
  const acts = useImportActs(way, id, again)
  const queries = useQueryClient()
  const hasEnded = found.data !== undefined && !isWorkedOn(found.data)
  // What the catalog's lists have read is no longer so.
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: catalogKey, refetchType: 'none' })
  }, [hasEnded, queries])
  if (found.data === undefined) {
    const isUnknown = found.error instanceof CallError && found.error.status === 404
    if (isUnknown)
      return (
        <EmptyState
          icon={IconDatabaseImport}
          title={t(($) => $.done.unknown)}
          action={<Button onClick={again}>{t(($) => $.done.again)}</Button>}
        />
      )
    if (found.isError) return <ErrorState onRetry={() => void found.refetch()} isRetrying={found.isFetching} />
    return <RowsSkeleton rows={4} height={56} />
  }
  const { status } = found.data
  if (status === 'tried')
    return (
      <div className={classes.wide}>
        <Steps at="loading" />
        <TrialStep found={found.data} way={way} acts={acts} onOther={again} />
      </div>
    )
  const isRunning = status === 'in_progress' || status === 'trying'
  return (
    <div className={classes.wizard}>
      <Steps at={status === 'trying' ? 'loading' : isRunning ? 'import' : 'done'} />
      {isRunning ? (
        <RunStep found={found.data} isAway={found.error !== null} hasHistory={way.fixed === null} acts={acts} />
      ) : (
        <DoneStep found={found.data} way={way} acts={acts} onAgain={again} />
      )}
    </div>
  )
}

function Steps({ at }: { readonly at: Step }) {
  const { t } = useTranslation('catalog-import')
  const place = steps.indexOf(at)
  return (
    <ol className={classes.steps} aria-label={t(($) => $.step.list)}>
      {steps.map((step, number) => (
        <li key={step} aria-current={step === at ? 'step' : undefined} data-done={number < place ? '' : undefined}>
          {t(($) => $.step[step])}
        </li>
      ))}
    </ol>
  )
}
