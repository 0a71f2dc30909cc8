import { Alert, Button, Text } from '@mantine/core'
import { IconArrowsMoveHorizontal, IconBuildingWarehouse, IconDownload } from '@tabler/icons-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { useCopyFetchFailure } from '#web/local/engine/engine-reads.ts'
import type { ListedItem } from '#web/local/list/list-query.ts'
import { useFormat } from '#web/lib/platform.tsx'
import { EmptyState, ErrorState, RowsSkeleton } from '#web/staff/ui/states.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import type { ItemSource } from './item-source.ts'
import { ItemTable } from './item-table.tsx'
import { ItemsFilters } from './items-filters.tsx'
import type { ItemsQuery, ItemsSearch } from './items-search.ts'
import { MoveDialog } from './move-dialog.tsx'
import { useChooseAll } from './use-choose-all.ts'
import { useExport } from './use-export.ts'
import { useItemList } from './use-item-list.ts'
import { useChosen, useSavedScrollTop } from './use-saved-scroll.ts'
import classes from './items.module.css'

interface Props {
  readonly source: ItemSource
  readonly isStarting: boolean
  readonly search: ItemsSearch
  readonly query: ItemsQuery
  readonly mayMove: boolean
  readonly onChange: (part: { readonly [Key in keyof ItemsSearch]?: ItemsSearch[Key] | undefined }) => void
  readonly onOpen: (id: string) => void
}

/** The items in stock: filters with counts, a list of any length, and moves of several at once. */
export function ItemsScreen({ source, isStarting, search, query, mayMove, onChange, onOpen }: Props) {
  const { t } = useTranslation('item')
  const format = useFormat()
  const list = useItemList(source, query)
  const missed = useCopyFetchFailure(useEngine())
  const listKey = JSON.stringify(query)
  const startTop = useSavedScrollTop(listKey)
  const [chosen, setChosen] = useChosen()
  const [moving, setMoving] = useState<readonly ListedItem[] | null>(null)
  const choosing = useChooseAll(source, query, setChosen)
  const exporting = useExport(source, query, list.total)
  const { total } = list
  const limit = choosing.limitOf(chosen)
  // The rows come first; the counts beside the filters follow in a drawing of their own.
  const facets = useDeferredValue(list.facets)

  const isEmpty = total === null || total === 0
  const isExporting = exporting.done !== null
  const { run } = exporting
  const actions = useMemo(
    () => (
      <Button
        variant="default"
        leftSection={<IconDownload size={20} aria-hidden />}
        disabled={isEmpty}
        loading={isExporting}
        onClick={() => void run()}
      >
        {t(($) => $.list.export)}
      </Button>
    ),
    [t, isEmpty, isExporting, run],
  )
  const isFiltered = Object.keys(search).some((key) => !['sort', 'order', 'all'].includes(key))
  return (
    <Page title={t(($) => $.list.title)} icon={IconBuildingWarehouse} actions={actions}>
      <div className={classes.page}>
        {exporting.hasFailed && (
          <Alert color="red" role="alert">
            {t(($) => $.list.notExported)}
          </Alert>
        )}
        {choosing.hasFailed && (
          <Alert color="red" role="alert">
            {t(($) => $.list.notSelected)}
          </Alert>
        )}
        <ItemsFilters search={search} facets={facets} isFiltered={isFiltered} onChange={onChange} />
        {list.error !== null && (total === null || list.isStale) ? (
          <ErrorState
            onRetry={list.retry}
            {...(source.kind === 'server' ? { text: t(($) => $.list.online.text) } : {})}
          />
        ) : list.isWaiting && missed.isMissed ? (
          <ErrorState onRetry={missed.retry} />
        ) : list.isWaiting ? (
          <EmptyState title={t(($) => $.list.waiting.title)} text={t(($) => $.list.waiting.text)} />
        ) : total === null || isStarting ? (
          <RowsSkeleton rows={10} height={48} />
        ) : total === 0 && !list.isStale ? (
          <EmptyState
            title={isFiltered ? t(($) => $.list.noMatch.title) : t(($) => $.list.empty.title)}
            text={isFiltered ? t(($) => $.list.noMatch.text) : t(($) => $.list.empty.text)}
          />
        ) : (
          <>
            <div className={classes.bar}>
              <p className={classes.count} role="status">
                {exporting.done === null
                  ? t(($) => $.list.count, { count: total, formatted: format.number(total) })
                  : t(($) => $.list.exporting, { done: format.number(exporting.done), total: format.number(total) })}
              </p>
              {mayMove && chosen.size > 0 ? (
                <div className={classes.chosen}>
                  <Text>{t(($) => $.list.count, { count: chosen.size, formatted: format.number(chosen.size) })}</Text>
                  {limit !== null && (
                    <Text c="dimmed">{t(($) => $.list.selectLimit, { formatted: format.number(limit) })}</Text>
                  )}
                  <Button variant="subtle" onClick={() => setChosen(new Map())}>
                    {t(($) => $.list.clear)}
                  </Button>
                  <Button
                    leftSection={<IconArrowsMoveHorizontal size={20} aria-hidden />}
                    onClick={() => setMoving([...chosen.values()])}
                  >
                    {t(($) => $.move.open)}
                  </Button>
                </div>
              ) : null}
            </div>
            <ItemTable
              list={list}
              total={total}
              listKey={listKey}
              startTop={startTop}
              query={query}
              chosen={mayMove ? chosen : null}
              isAllChosen={chosen.size > 0 && (chosen.size >= total || limit !== null)}
              onChoose={setChosen}
              onChooseAll={() => void choosing.run()}
              onChange={onChange}
              onOpen={onOpen}
            />
          </>
        )}
      </div>
      {moving !== null && (
        <MoveDialog
          items={moving}
          onClose={() => setMoving(null)}
          onMoved={() => {
            setChosen(new Map())
            list.retry()
          }}
        />
      )}
    </Page>
  )
}
