import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useState } from 'react'
import { useCan, useHttp } from '#web/lib/platform.tsx'
import { useEngine } from '#web/local/engine/engine-context.tsx'
import { searchWith } from '#web/staff/ui/search-with.ts'
import { deviceSource, serverSource } from './item-source.ts'
import { ItemsScreen } from './items-screen.tsx'
import { itemsAddress, itemsQueryOf, type ItemsSearch } from './items-search.ts'
import { useCopyScope } from './use-copy-scope.ts'

/** `/items-stock` (STOCK-10). */
export function ItemsPage() {
  const engine = useEngine()
  const http = useHttp()
  const scope = useCopyScope(engine)
  const mayMove = useCan('item.move')
  const navigate = useNavigate()
  const address = useSearch({ strict: false })
  const search = useMemo(() => itemsAddress.read(address), [address])
  const [nowMs] = useState(() => Date.now())
  const source = useMemo(
    () => (scope === 'server' ? serverSource(http, engine) : deviceSource(engine)),
    [scope, http, engine],
  )
  const change = useCallback(
    (part: { readonly [Key in keyof ItemsSearch]?: ItemsSearch[Key] | undefined }): void => {
      void navigate({
        to: '.',
        search: searchWith(part),
        replace: true,
        resetScroll: false,
      })
    },
    [navigate],
  )
  const timeZone = engine.config()?.settings.timeZone ?? 'Europe/Paris'
  const query = useMemo(() => itemsQueryOf(search, nowMs, timeZone), [search, nowMs, timeZone])
  return (
    <ItemsScreen
      source={source}
      isStarting={scope === 'starting'}
      search={search}
      query={query}
      mayMove={mayMove}
      onChange={change}
      onOpen={(id) => void navigate({ href: `/items-stock/${id}/edit` })}
    />
  )
}
