import { Alert, Button, Group, Skeleton, Stack, Tabs, Text, TextInput } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type * as z from 'zod'
import { imeiProblem, type EditionStep } from '#domain/buyback/buyback-edition.ts'
import { customerLimits } from '#domain/customer/customer.ts'
import { editBuybackCall, readBuybackEditionCall, type BuybackEditionAnswer } from '#sync/calls/buyback-edition.ts'
import { codeText } from '#web/lib/error-text.ts'
import { nonBreakingCode } from '#web/lib/format.ts'
import { CallError, type Http } from '#web/lib/http.ts'
import { SameImeiOf } from '#web/staff/ui/same-imei.tsx'
import { useHttp } from '#web/lib/platform.tsx'
import { isStale } from '#web/staff/ui/form/save-error.tsx'
import { EmptyState, ErrorState } from '#web/staff/ui/states.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { TabRow } from '#web/staff/ui/tab-row.tsx'
import { AnchorLink } from '#web/staff/ui/router-link.tsx'
import { buybackKey } from '../buyback-calls.ts'
import { useBuybackAction } from '../detail/use-action.ts'
import { faultsOf, useFaultText } from './edition-faults.ts'
import classes from './edition.module.css'

/** `/buyback/{id}/edition` (BB-12): what of a buyback may be corrected, a step at a time. */
export function EditionPage({ id, step }: { readonly id: string; readonly step: EditionStep | null }) {
  const { t } = useTranslation('buyback')
  const found = useQuery(editionQuery(useHttp(), id))
  const crumbs = [{ title: t(($) => $.list.title), to: '/buybacks' as const }]
  if (found.data === undefined) {
    const isUnknown = found.error instanceof CallError && found.error.status === 404
    return (
      <Page title={t(($) => $.edition.titleLoading)} icon={IconPencil} crumbs={crumbs}>
        {isUnknown ? (
          <EmptyState title={t(($) => $.detail.unknown.title)} text={t(($) => $.detail.unknown.text)} />
        ) : found.isError ? (
          <ErrorState onRetry={() => void found.refetch()} />
        ) : (
          <Skeleton height={320} radius="md" />
        )}
      </Page>
    )
  }
  const { steps, identificationNumber } = found.data
  const open = steps.find((one) => one === step) ?? steps[0]
  return (
    <Page
      // The number stays in one piece where the title takes two lines.
      title={t(($) => $.edition.title, { code: nonBreakingCode(identificationNumber) })}
      icon={IconPencil}
      crumbs={crumbs}
      actions={
        <AnchorLink to="/buyback/$id" params={{ id }} underline="always">
          {t(($) => $.edition.back)}
        </AnchorLink>
      }
    >
      {open === undefined ? (
        <EmptyState icon={IconPencil} title={t(($) => $.edition.none.title)} text={t(($) => $.edition.none.text)} />
      ) : (
        <Stack gap="md" className={classes.page}>
          <Text>{t(($) => $.edition.text)}</Text>
          <Steps edition={found.data} open={open} />
        </Stack>
      )}
    </Page>
  )
}

function editionQuery(http: Http, id: string) {
  return queryOptions({
    queryKey: [...buybackKey, 'edition', id],
    queryFn: ({ signal }) => http(readBuybackEditionCall, { params: { id }, signal }),
    retry: false,
  })
}

function Steps({ edition, open }: { readonly edition: BuybackEditionAnswer; readonly open: EditionStep }) {
  const { t } = useTranslation('buyback')
  const navigate = useNavigate()
  return (
    <Tabs
      value={open}
      keepMounted={false}
      onChange={(next) =>
        void navigate({ to: '.', search: { itemWorkflowStep: next }, replace: true, resetScroll: false })
      }
    >
      <TabRow chosen={open} aria-label={t(($) => $.edition.steps)}>
        {edition.steps.map((step) => (
          <Tabs.Tab key={step} value={step}>
            {t(($) => $.edition.step[step])}
          </Tabs.Tab>
        ))}
      </TabRow>
      <Tabs.Panel value={open} pt="md">
        {/* A form a step: what is typed in one is nothing of the other's. */}
        <StepForm key={open} edition={edition} step={open} />
      </Tabs.Panel>
    </Tabs>
  )
}

type AddressField = keyof BuybackEditionAnswer['address']
type Field = 'imei' | 'serialNumber' | 'clientEmail' | 'clientPhone' | 'accountHolder' | 'iban' | 'bic' | AddressField
type Body = z.input<typeof editBuybackCall.body>

interface StepFields {
  readonly first: Readonly<Partial<Record<Field, string>>>
  readonly bodyOf: (values: Readonly<Partial<Record<Field, string>>>) => Body
}

function orNull(value: string | undefined): string | null {
  return value?.trim() ? value.trim() : null
}

function fieldsOf({
  product,
  contact,
  bank,
  address,
}: BuybackEditionAnswer): Readonly<Record<EditionStep, StepFields>> {
  return {
    product: {
      first: { imei: product.imei ?? '', serialNumber: product.serialNumber ?? '' },
      bodyOf: ({ imei, serialNumber }) => ({
        product: { imei: orNull(imei?.replaceAll(/\s/g, '')), serialNumber: orNull(serialNumber) },
      }),
    },
    contact: {
      first: { clientEmail: contact.clientEmail ?? '', clientPhone: contact.clientPhone ?? '' },
      bodyOf: ({ clientEmail = '', clientPhone = '' }) => ({ contact: { clientEmail, clientPhone } }),
    },
    address: {
      first: {
        clientStreet: address.clientStreet ?? '',
        clientStreetMore: address.clientStreetMore ?? '',
        clientZipCode: address.clientZipCode ?? '',
        clientCity: address.clientCity ?? '',
        clientCountry: address.clientCountry ?? '',
      },
      bodyOf: ({
        clientStreet = '',
        clientStreetMore = '',
        clientZipCode = '',
        clientCity = '',
        clientCountry = '',
      }) => ({
        address: { clientStreet, clientStreetMore, clientZipCode, clientCity, clientCountry },
      }),
    },
    bank: {
      first: { accountHolder: bank.accountHolder ?? '', iban: '', bic: bank.bic ?? '' },
      bodyOf: ({ accountHolder = '', iban = '', bic = '' }) => ({
        bank: { accountHolder, iban, ...(bic.trim() === '' ? {} : { bic }) },
      }),
    },
  }
}

const limits: Readonly<Record<Field, number>> = {
  imei: 20,
  serialNumber: 255,
  clientEmail: 254,
  clientPhone: 40,
  accountHolder: customerLimits.accountHolder.max,
  iban: 64,
  bic: 16,
  clientStreet: customerLimits.street.max,
  clientStreetMore: customerLimits.street.max,
  clientZipCode: 20,
  clientCity: customerLimits.city.max,
  clientCountry: 2,
}

function StepForm({ edition, step }: { readonly edition: BuybackEditionAnswer; readonly step: EditionStep }) {
  const { t, i18n } = useTranslation(['buyback', 'common'])
  const http = useHttp()
  const faultText = useFaultText()
  const { first, bodyOf } = fieldsOf(edition)[step]
  // What is on screen was read with this one, also once another user's is there.
  const [version, setVersion] = useState(edition.version)
  const [values, setValues] = useState(first)
  const [isSaved, setSaved] = useState(false)
  // An IMEI is not wrong while it is being typed.
  const [isSent, setSent] = useState(false)
  const saving = useBuybackAction(
    async () => {
      const body = bodyOf(values)
      const saved = await http(editBuybackCall, { params: { id: edition.id }, body, ifMatch: version })
      setVersion(saved.version)
    },
    () => setSaved(true),
  )
  const reload = (): void => {
    setVersion(edition.version)
    setValues(first)
    saving.reset()
  }
  const faults = faultsOf(saving.error)
  // By the server's own rule, and in the words of its refusal.
  const badImei = imeiProblem(orNull(values.imei?.replaceAll(/\s/g, '')))
  const problemOf = (field: Field): string | undefined =>
    field === 'imei' && badImei !== null && isSent
      ? (codeText(i18n, badImei) ?? undefined)
      : faultText(faults.find((fault) => fault.field === field))
  const hintOf = (field: Field): string | undefined =>
    field === 'imei'
      ? t(($) => $.edition.imeiHint)
      : field === 'iban'
        ? edition.bank.ibanEnd === null
          ? t(($) => $.edition.ibanNone)
          : t(($) => $.edition.ibanNow, { end: edition.bank.ibanEnd })
        : field === 'bic'
          ? t(($) => $.edition.bicHint)
          : undefined
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setSent(true)
        setSaved(false)
        if (badImei !== null) event.currentTarget.querySelector<HTMLInputElement>('[name=imei]')?.focus()
        else saving.run(undefined)
      }}
    >
      <Stack gap="md">
        {(Object.keys(first) as Field[]).map((field) => (
          <TextInput
            key={field}
            name={field}
            label={t(($) => $.edition[field])}
            description={hintOf(field)}
            value={values[field] ?? ''}
            error={problemOf(field)}
            maxLength={limits[field]}
            autoComplete="off"
            onChange={(event) => {
              setValues({ ...values, [field]: event.currentTarget.value })
              setSaved(false)
            }}
          />
        ))}
        {step === 'product' ? (
          <SameImeiOf imei={orNull(values.imei?.replaceAll(/\s/g, ''))} except={edition.id} />
        ) : null}
        {saving.problem !== null && faults.length === 0 && (
          <Alert color="red" role="alert">
            <Group justify="space-between" gap="sm">
              <span>{saving.problem}</span>
              {isStale(saving.error) && (
                <Button variant="default" size="xs" onClick={reload}>
                  {t(($) => $.form.reload, { ns: 'common' })}
                </Button>
              )}
            </Group>
          </Alert>
        )}
        {isSaved && (
          <Alert color="green" role="status">
            {t(($) => $.edition.saved)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button type="submit" loading={saving.isPending}>
            {t(($) => $.edition.save)}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
