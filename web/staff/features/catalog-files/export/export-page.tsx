import { Radio } from '@mantine/core'
import { IconFileExport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { catalogContents, type CatalogContent } from '#domain/catalog-files/catalog-columns.ts'
import { readRootOrganizationCall } from '#sync/calls/organization.ts'
import { useHttp, useSignedInUser } from '#web/lib/platform.tsx'
import { EmptyState, ErrorState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { ChoiceActions, Failed, Finished, Running } from './export-faces.tsx'
import { useCatalogExport } from './use-catalog-export.ts'
import classes from './catalog-export.module.css'

/**
 * `/accounts/{accountId}/catalog-export` (IO-17): an account other than the one that is worked in is none that this
 * page exports.
 */
export function ExportPage({ accountId }: { readonly accountId: string }) {
  const { viewedAccountId } = useSignedInUser()
  return <Frame>{accountId === viewedAccountId ? <Export /> : <Unknown />}</Frame>
}

/** `/exports/{organizationId}` (IO-16): the same by the entity at the top of the account, or by the account's own id. */
export function OrganizationExportPage({ organizationId }: { readonly organizationId: string }) {
  const http = useHttp()
  const { viewedAccountId } = useSignedInUser()
  const found = useQuery({
    queryKey: ['organization', 'root', viewedAccountId],
    queryFn: ({ signal }) => http(readRootOrganizationCall, { signal }),
    enabled: organizationId !== viewedAccountId,
  })
  const isOwn = [viewedAccountId, found.data?.id].includes(organizationId)
  return (
    <Frame>
      {isOwn ? (
        <Export />
      ) : found.data !== undefined ? (
        <Unknown />
      ) : found.isError ? (
        <ErrorState onRetry={() => void found.refetch()} isRetrying={found.isFetching} />
      ) : (
        <RowsSkeleton rows={3} height={64} />
      )}
    </Frame>
  )
}

function Frame({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation('catalog-export')
  return (
    <Page title={t(($) => $.title)} icon={IconFileExport}>
      {children}
    </Page>
  )
}

function Unknown() {
  const { t } = useTranslation('catalog-export')
  return <EmptyState icon={IconFileExport} title={t(($) => $.unknown.title)} text={t(($) => $.unknown.text)} />
}

function Export() {
  const { state, start, reset, ...cancelling } = useCatalogExport()
  const [chosen, setChosen] = useState<CatalogContent | null>(null)
  const again = (): void => {
    setChosen(null)
    reset()
  }
  switch (state.name) {
    case 'none':
      return <Choice chosen={chosen} onChoose={setChosen} onExport={start} />
    case 'running':
      return <Running {...state} {...cancelling} />
    case 'success':
      return <Finished {...state} onNew={again} />
    case 'error':
      return <Failed {...state} onRestart={() => start(state.content)} onNew={again} />
  }
}

/** What may be exported; nothing is chosen at the start (IO-18, IO-19). */
function Choice(props: {
  readonly chosen: CatalogContent | null
  readonly onChoose: (content: CatalogContent | null) => void
  readonly onExport: (content: CatalogContent) => void
}) {
  const { t } = useTranslation('catalog-export')
  const { chosen, onChoose, onExport } = props
  return (
    <form
      className={classes.panel}
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen !== null) onExport(chosen)
      }}
    >
      <Radio.Group
        size="md"
        label={t(($) => $.type.label)}
        description={t(($) => $.type.hint)}
        value={chosen}
        onChange={(value) => onChoose(catalogContents.find((content) => content === value) ?? null)}
      >
        <div className={classes.choices}>
          {catalogContents.map((content) => (
            <Radio
              key={content}
              value={content}
              size="md"
              label={t(($) => $.content[content].name)}
              description={t(($) => $.content[content].text)}
            />
          ))}
        </div>
      </Radio.Group>
      <ChoiceActions isChosen={chosen !== null} />
    </form>
  )
}
