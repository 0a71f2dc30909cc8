import { Select, Text } from '@mantine/core'
import { IconBuildingStore, IconLogin2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { whiteLabelTexts } from '#domain/settings/white-label.schema.ts'
import { legalTextNames } from '#sync/calls/settings.ts'
import { whiteLabelConfigFailure } from '#sync/calls/journey.ts'
import { useSignedInUser } from '#web/lib/platform.tsx'
import { Page } from '#web/staff/ui/page.tsx'
import { CurrencySign } from '#web/staff/ui/form/amount-field.tsx'
import { useMayChange } from './change-permission.ts'
import { fieldsOf, LineField, LongTextField, SwitchField, type Field } from './settings-fields.tsx'
import { LanguageTabs } from '#web/staff/ui/form/language-tabs.tsx'
import { useTextLanguages, type TextLanguages } from '#web/staff/ui/form/use-text-languages.ts'
import { SaveError } from '#web/staff/ui/form/save-error.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { ButtonLink } from '#web/staff/ui/router-link.tsx'
import { LegalFiles } from './legal-files.tsx'
import { PremiumOptions } from './premium-options.tsx'
import { Section, SettingsForm } from './settings-form.tsx'
import type { DetailValues } from './settings-values.ts'
import { isTextPath, missingTexts, textFaults, textFieldsOf } from './settings-text-fields.ts'
import type { Part } from './use-part.ts'
import { SignInSection } from './sign-in-section.tsx'
import { PaymentRuleSection } from './payment-rule-section.tsx'
import { useDetailPart, usePaymentRulePart, useSignInPart, useWhiteLabelPart } from './use-settings-parts.ts'
import { WhiteLabelSection } from './white-label-section.tsx'
import styles from './settings.module.css'

const texts = [...legalTextNames, ...whiteLabelTexts]
const ownTexts = {}

/** `/settings/tim/general` (SET-07 to SET-09): cart, support, texts and the site of the account. */
export function TimSettingsPage() {
  const { t } = useTranslation('settings')
  const detail = useDetailPart()
  const whiteLabel = useWhiteLabelPart()
  const signIn = useSignInPart()
  const rule = usePaymentRulePart()
  const languages = useTextLanguages(textFaults({ ...detail.problems, ...whiteLabel.problems }, texts))
  const { values } = detail
  return (
    <Page title={t(($) => $.tim.title)} icon={IconBuildingStore} actions={<SsoLink />}>
      {values === null ? (
        <QueryPlaceholder error={detail.readError} onRetry={detail.retry} />
      ) : (
        <SettingsForm
          parts={[detail, whiteLabel, signIn, rule]}
          onFaults={(paths) => languages.lead(paths.filter((path) => isTextPath(path, texts)))}
          troubles={
            <>
              <SaveError error={detail.saveError} onReload={detail.reload} />
              <SaveError error={signIn.saveError} onReload={signIn.reload} />
              <SaveError error={rule.saveError} onReload={rule.reload} />
              <SaveError
                error={whiteLabel.saveError}
                onReload={whiteLabel.reload}
                title={`${t(($) => $.whiteLabel.notSaved)} (${whiteLabelConfigFailure})`}
              />
            </>
          }
        >
          <DetailSections values={values} part={detail} languages={languages} />
          <WhiteLabelSection part={whiteLabel} languages={languages} />
          <SignInSection part={signIn} />
          <PaymentRuleSection part={rule} />
          <PremiumOptions />
        </SettingsForm>
      )}
      <div className={styles.files}>
        <LegalFiles />
      </div>
    </Page>
  )
}

/** Days that are offered; those that a program has set stand beside them. */
const offeredDays = [5, 7, 10, 14, 15, 21, 30, 45, 60] as const

/** How long customers have to hand a product over. */
function SendWithinField({ field }: { readonly field: Field<number> }) {
  const { t } = useTranslation('settings')
  const mayChange = useMayChange()
  const days = [...new Set([...offeredDays, field.value])].toSorted((one, other) => one - other)
  return (
    <Select
      size="md"
      label={t(($) => $.tim.sendWithin)}
      description={t(($) => $.tim.sendWithinHint)}
      data={days.map((count) => ({ value: String(count), label: t(($) => $.tim.days, { count }) }))}
      value={String(field.value)}
      allowDeselect={false}
      disabled={!mayChange}
      onChange={(chosen) => chosen !== null && field.onChange(Number(chosen))}
    />
  )
}

/** The way to the account's identity provider, from the top of the account alone. */
function SsoLink() {
  const { t } = useTranslation('settings')
  const { currentOrganization } = useSignedInUser()
  if (currentOrganization?.type !== 'root_management_unit') return null
  return (
    <ButtonLink
      variant="default"
      leftSection={<IconLogin2 size={20} aria-hidden />}
      to="/connectors/$organizationId/SSO"
      params={{ organizationId: currentOrganization.id }}
    >
      {t(($) => $.tim.sso)}
    </ButtonLink>
  )
}

function DetailSections(props: {
  readonly values: DetailValues
  readonly part: Pick<Part<DetailValues>, 'problems' | 'set'>
  readonly languages: TextLanguages
}) {
  const { t } = useTranslation('settings')
  const { values, part, languages } = props
  const field = fieldsOf(values, part.problems, part.set)
  const text = textFieldsOf(languages, values, part)
  return (
    <>
      <Section id="settings-cart" title={t(($) => $.tim.cart)}>
        <LineField
          label={t(($) => $.tim.minimum)}
          description={t(($) => $.tim.minimumHint)}
          inputMode="numeric"
          rightSection={<CurrencySign />}
          isShort
          field={field('cartMinValue')}
        />
        <SwitchField
          label={t(($) => $.tim.categories)}
          description={t(($) => $.tim.categoriesHint)}
          field={field('categoryNavigationEnabled')}
        />
        <SwitchField
          label={t(($) => $.tim.identity)}
          description={t(($) => $.tim.identityHint)}
          field={field('customerIdentityDocumentRequired')}
        />
        <SendWithinField field={field('sendWithinDays')} />
        <SwitchField
          label={t(($) => $.tim.barCode)}
          description={t(($) => $.tim.barCodeHint)}
          field={field('barCodeEnabled')}
        />
        <SwitchField
          label={t(($) => $.tim.tagPrice)}
          description={t(($) => $.tim.tagPriceHint)}
          field={field('tagPriceEnabled')}
        />
      </Section>
      <Section id="settings-texts" title={t(($) => $.tim.texts)}>
        <Text size="sm" c="dimmed">
          {t(($) => $.tim.textsHint)}
        </Text>
        <LineField
          label={t(($) => $.tim.supportEmail)}
          description={t(($) => $.tim.supportEmailHint)}
          type="email"
          field={field('sellerSupportEmail')}
        />
        <LanguageTabs languages={languages} missing={(language) => missingTexts(values, legalTextNames, language)}>
          <LongTextField id="field-eula" label={t(($) => $.tim.eula)} field={text('eula')} pictures={ownTexts} />
          <LongTextField
            id="field-serviceTerms"
            label={t(($) => $.tim.serviceTerms)}
            field={text('serviceTerms')}
            pictures={ownTexts}
          />
          <LongTextField
            id="field-faqAndContact"
            label={t(($) => $.tim.faqAndContact)}
            field={text('faqAndContact')}
            pictures={ownTexts}
          />
          <LongTextField
            label={t(($) => $.tim.buybackZero)}
            field={text('buybackZeroDescription')}
            pictures={ownTexts}
          />
          <LongTextField
            label={t(($) => $.tim.noSearchResult)}
            field={text('noSearchResultDescription')}
            pictures={ownTexts}
          />
        </LanguageTabs>
      </Section>
    </>
  )
}
