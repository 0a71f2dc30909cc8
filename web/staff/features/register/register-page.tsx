import { Alert, Button, Text } from '@mantine/core'
import { IconDownload, IconFileTypePdf, IconNotebook, IconShieldCheck } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useTranslation } from 'react-i18next'
import { sellerAddressText, sellerIdentityText } from '#domain/register/seller-identity.ts'
import { sortsOf } from '#sync/calls/list.ts'
import { readRegisterCall, verifyRegisterCall, type RegisterEntryAnswer } from '#sync/calls/register.ts'
import { groupCode } from '#web/lib/format.ts'
import { addressOf, type Http } from '#web/lib/http.ts'
import { useFormat, useHttp } from '#web/lib/platform.tsx'
import { languageAtom } from '#web/lib/session.ts'
import { useFileExport } from '#web/lib/use-file-export.ts'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { ScannedSearch } from '#web/scan/scanned-search.tsx'
import type { Column } from '#web/staff/ui/list/data-list.tsx'
import { DateTime } from '#web/staff/ui/date-time.tsx'
import { EmptyState } from '#web/staff/ui/states.tsx'
import { listStart, useListState, pageQuestionOf } from '#web/staff/ui/list/list-state.ts'
import { Money } from '#web/staff/ui/money.tsx'
import { DayFilter } from '#web/staff/ui/list/filter-fields.tsx'
import { Filters, Page } from '#web/staff/ui/page.tsx'
import { ServerList } from '#web/staff/ui/list/server-list.tsx'
import { useFilters } from '#web/staff/ui/list/use-list-page.ts'
import { askedWords } from '#web/staff/ui/list/list-filters.ts'
import { registerDays, registerFilters, type RegisterDays } from './register-search.ts'
import classes from './register.module.css'

/** Before the first purchase of any account. */
const firstDay = '2000-01-01'

const first = listStart(sortsOf(readRegisterCall), { perPage: 15, sort: 'number', order: 'desc' })

/** `/purchase-register`: the register of purchases that the law asks for, by days. */
export function RegisterPage() {
  const { t } = useTranslation('register')
  const http = useHttp()
  const { state, change } = useListState(first)
  const { days, setDays } = useDays()
  const columns = useColumns()
  const isSearched = state.search !== ''
  const isRange = days.from <= days.to
  const found = useQuery({
    ...registerQuery(http, { ...days, ...askedWords('q', state.search), ...pageQuestionOf(state) }),
    enabled: isRange,
  })
  const total = found.data?.['hydra:totalItems'] ?? null
  const today = new Date().toISOString().slice(0, 10)
  return (
    <Page
      title={t(($) => $.title)}
      icon={IconNotebook}
      actions={<Exports days={days} total={!isRange ? 0 : isSearched ? 'all' : total} />}
    >
      <Text mb="md">{t(($) => $.screen.text)}</Text>
      <Verification />
      <Filters>
        <DayFilter
          label={t(($) => $.screen.from)}
          value={days.from}
          max={days.to}
          required
          onChange={(from) => setDays(from === undefined ? {} : { from })}
        />
        <DayFilter
          label={t(($) => $.screen.to)}
          value={days.to}
          min={days.from}
          required
          onChange={(to) => setDays(to === undefined ? {} : { to })}
        />
      </Filters>
      {isRange ? (
        <ServerList
          label={t(($) => $.title)}
          found={found}
          rowKey={({ number }) => String(number)}
          rowName={({ buybackCode }) => buybackCode}
          state={state}
          onChange={change}
          searchLabel={t(($) => $.screen.search)}
          scans={ScannedSearch}
          columns={columns}
          empty={
            isSearched ? (
              <EmptyState
                icon={IconNotebook}
                title={t(($) => $.screen.noMatch)}
                text={t(($) => $.screen.noMatchText)}
                action={
                  <Button variant="default" onClick={() => setDays({ from: firstDay, to: today })}>
                    {t(($) => $.screen.everyDay)}
                  </Button>
                }
              />
            ) : (
              <EmptyState icon={IconNotebook} title={t(($) => $.empty)} text={t(($) => $.screen.empty)} />
            )
          }
        />
      ) : (
        <Alert color="yellow" role="status">
          {t(($) => $.screen.badRange)}
        </Alert>
      )}
    </Page>
  )
}

function registerQuery(http: Http, query: Readonly<Record<string, unknown>>) {
  return queryOptions({
    queryKey: ['register', query],
    queryFn: ({ signal }) => http(readRegisterCall, { query, signal }),
    placeholderData: (before) => before,
  })
}

/** Follows the chain of the register when it is asked to, and says what it found. */
function Verification() {
  const { t } = useTranslation('register')
  const http = useHttp()
  const format = useFormat()
  const { mutate, data, isPending, isError } = useSingleMutation({
    mutationFn: () => http(verifyRegisterCall),
    // The section says so itself.
    onError: () => undefined,
  })
  return (
    <section className={classes.verification} aria-label={t(($) => $.screen.verify)}>
      <Text>{t(($) => $.screen.verifyText)}</Text>
      <Button
        variant="default"
        leftSection={<IconShieldCheck size={20} aria-hidden />}
        loading={isPending}
        onClick={() => mutate()}
      >
        {t(($) => $.screen.verify)}
      </Button>
      {isError && (
        <Alert color="red" role="alert" className={classes.wide ?? ''}>
          {t(($) => $.screen.verifyFailed)}
        </Alert>
      )}
      {data !== undefined &&
        (data.fault === null ? (
          <Alert color="green" role="status" className={classes.wide ?? ''}>
            {t(($) => $.screen.whole, {
              count: data.lines,
              formatted: format.number(data.lines),
              date: format.dateTime(data.checkedAt),
            })}
          </Alert>
        ) : (
          <Alert
            color="red"
            role="alert"
            className={classes.wide ?? ''}
            title={t(($) => $.screen.fault[data.fault?.reason ?? 'changed'], { number: data.fault.number })}
          >
            {t(($) => $.screen.faultText)}
          </Alert>
        ))}
    </section>
  )
}

/** Most lines of one document; the server refuses more. */
const documentLimit = 20_000

function Exports(props: {
  readonly days: Required<RegisterDays>
  /** Lines of the days; all of them where the list shows what was searched for, which no file does. */
  readonly total: number | 'all' | null
}) {
  const { days, total } = props
  const { t } = useTranslation('register')
  const format = useFormat()
  const csv = useFileExport('text/csv')
  const pdf = useFileExport('application/pdf')
  const address = (kind: 'csv' | 'pdf') => addressOf(readRegisterCall.path, { query: { ...days, format: kind } })
  const name = (kind: 'csv' | 'pdf') => `${t(($) => $.fileName)}-${days.from}-${days.to}.${kind}`
  const isTooMany = total !== 'all' && (total ?? 0) > documentLimit
  const isDisabled = total === null || total === 0 || isTooMany
  return (
    <>
      <span role="status">
        {isTooMany
          ? t(($) => $.screen.tooMany, { limit: format.number(documentLimit) })
          : csv.hasFailed || pdf.hasFailed
            ? t(($) => $.screen.exportFailed)
            : ''}
      </span>
      <Button
        variant="default"
        leftSection={<IconDownload size={20} aria-hidden />}
        disabled={isDisabled}
        loading={csv.done !== null}
        onClick={() => void csv.run(address('csv'), name('csv'))}
      >
        {t(($) => $.screen.csv)}
      </Button>
      <Button
        variant="default"
        leftSection={<IconFileTypePdf size={20} aria-hidden />}
        disabled={isDisabled}
        loading={pdf.done !== null}
        onClick={() => void pdf.run(address('pdf'), name('pdf'))}
      >
        {t(($) => $.screen.pdf)}
      </Button>
    </>
  )
}

function useColumns(): readonly Column<RegisterEntryAnswer>[] {
  const { t } = useTranslation('register')
  const language = useAtomValue(languageAtom)
  const types = t(($) => $.identityTypes, { returnObjects: true })
  return [
    { key: 'number', title: t(($) => $.columns.number), sortable: true, cell: ({ number }) => number },
    {
      key: 'recordedAt',
      title: t(($) => $.columns.recordedAt),
      cell: ({ recordedAt }) => <DateTime value={recordedAt} />,
    },
    {
      key: 'description',
      title: t(($) => $.columns.description),
      cell: ({ description, imei, serialNumber, buybackCode }) => (
        <Two top={description} below={imei ?? serialNumber ?? groupCode(buybackCode)} />
      ),
    },
    {
      key: 'seller',
      title: t(($) => $.columns.sellerName),
      cell: (entry) => <Two top={entry.sellerName ?? '–'} below={sellerAddressText(entry, language)} />,
    },
    {
      key: 'identity',
      title: t(($) => $.columns.sellerIdentity),
      cell: ({ sellerIdentity }) =>
        sellerIdentity === null ? '–' : sellerIdentityText(sellerIdentity, types, language),
    },
    {
      key: 'price',
      title: t(($) => $.columns.price),
      align: 'end',
      cell: ({ priceCents, paymentMeans }) => (
        <span className={`${classes.cell} ${classes.end}`}>
          <Money valueCents={priceCents} />
          <span className={classes.soft}>{paymentMeans}</span>
        </span>
      ),
    },
  ]
}

function Two({ top, below }: { readonly top: string; readonly below: string | null }) {
  return (
    <span className={classes.cell}>
      <span>{top}</span>
      {below !== null && <span className={classes.soft}>{below}</span>}
    </span>
  )
}

function useDays() {
  const { filters, setFilters } = useFilters(registerFilters)
  const days = registerDays(filters, new Date().toISOString().slice(0, 10))
  const setDays = (part: RegisterDays): void => setFilters({ ...days, ...registerFilters.read({ ...part }) })
  return { days, setDays }
}
