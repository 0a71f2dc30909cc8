import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { isImei } from '#domain/kernel/imei.ts'
import { sameImeiCall, type SameDevice } from '#sync/calls/buyback-imei.ts'
import { groupCode } from '#web/lib/format.ts'
import type { Answer, Http } from '#web/lib/http.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'

/** How long a screen that goes on by itself waits for what other buybacks know, in milliseconds. */
const waitMs = 2_000

/** What other open buybacks have of a device. */
export type SameImei = Answer<typeof sameImeiCall>

/** Asks for the open buybacks of a device; none where the server is not reached. */
export async function findSameImei(http: Http, imei: string, except: string | null): Promise<SameImei | null> {
  const query = { imei, ...(except === null ? {} : { except }) }
  return http(sameImeiCall, { query, waitMs }).catch(() => null)
}

/** Says that a device is in other open buybacks, and which; nothing where it is in none. */
export function SameImeiAlert({ found }: { readonly found: SameImei | null | undefined }) {
  const { t } = useTranslation('buyback')
  if (found?.isOpen !== true) return null
  return (
    <Alert
      color="orange"
      variant="light"
      role="status"
      icon={<IconAlertTriangle aria-hidden />}
      title={t(($) => $.sameImei.title)}
    >
      {found.buybacks.length === 0 ? (
        t(($) => $.sameImei.elsewhere)
      ) : (
        <ul>
          {found.buybacks.map((buyback) => (
            <li key={buyback.id}>
              <OtherBuyback buyback={buyback} />
            </li>
          ))}
        </ul>
      )}
    </Alert>
  )
}

function OtherBuyback({ buyback: { id, code, status } }: { readonly buyback: SameDevice }) {
  const { t } = useTranslation('item')
  return (
    <>
      <AnchorLink to="/buyback/$id" params={{ id }} underline="always" c="inherit">
        {groupCode(code)}
      </AnchorLink>
      {` · ${t(($) => $.buybackStatus[status])}`}
    </>
  )
}

/** The same for an IMEI that is being typed or shown. */
export function SameImeiOf({ imei, except }: { readonly imei: string | null; readonly except: string }) {
  const http = useHttp()
  const asked = imei !== null && isImei(imei) ? imei : null
  const { data } = useQuery({
    queryKey: ['same-imei', asked, except],
    enabled: asked !== null,
    queryFn: () => findSameImei(http, asked ?? '', except),
  })
  return asked === null ? null : <SameImeiAlert found={data} />
}
