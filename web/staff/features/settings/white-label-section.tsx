import { useTranslation } from 'react-i18next'
import { assuranceTexts, whiteLabelTexts } from '#domain/settings/white-label.schema.ts'
import { whiteLabelConfigFailure } from '#sync/calls/journey.ts'
import { LanguageTabs } from '#web/staff/ui/form/language-tabs.tsx'
import type { TextLanguages } from '#web/staff/ui/form/use-text-languages.ts'
import { fieldsOf, LineField, LongTextField, SwitchField } from './settings-fields.tsx'
import { QueryPlaceholder } from '#web/staff/ui/query-placeholder.tsx'
import { Section } from './settings-form.tsx'
import type { WhiteLabelValues } from './settings-values.ts'
import { missingTexts, textFieldsOf } from './settings-text-fields.ts'
import type { Part } from './use-part.ts'
import styles from './settings.module.css'

/** What is the account's own on its public site (SET-09); where it cannot be read, the section says so (SET-10). */
export function WhiteLabelSection(props: { readonly part: Part<WhiteLabelValues>; readonly languages: TextLanguages }) {
  const { t } = useTranslation('settings')
  const { part, languages } = props
  const { values } = part
  return (
    <Section id="settings-white-label" title={t(($) => $.whiteLabel.title)}>
      {values === null ? (
        <QueryPlaceholder
          error={part.readError}
          onRetry={part.retry}
          title={t(($) => $.whiteLabel.notRead)}
          text={`${whiteLabelConfigFailure}.`}
        />
      ) : (
        <Fields values={values} part={part} languages={languages} />
      )}
    </Section>
  )
}

function Fields(props: {
  readonly values: WhiteLabelValues
  readonly part: Pick<Part<WhiteLabelValues>, 'problems' | 'set'>
  readonly languages: TextLanguages
}) {
  const { t } = useTranslation('settings')
  const { values, part, languages } = props
  const field = fieldsOf(values, part.problems, part.set)
  const textField = textFieldsOf(languages, values, part)
  return (
    <>
      <div className={styles.pair}>
        <LineField
          label={t(($) => $.whiteLabel.linkUrl)}
          description={t(($) => $.whiteLabel.linkUrlHint)}
          type="url"
          field={field('linkUrl')}
        />
        <LineField
          label={t(($) => $.whiteLabel.linkText)}
          description={t(($) => $.whiteLabel.linkTextHint)}
          field={field('linkText')}
        />
        <LineField
          label={t(($) => $.whiteLabel.tagManager)}
          description={t(($) => $.whiteLabel.tagManagerHint)}
          placeholder="GTM-XXXXXXX"
          field={field('tagManagerId')}
        />
        <LineField
          label={t(($) => $.whiteLabel.consentTool)}
          description={t(($) => $.whiteLabel.consentToolHint)}
          field={field('axeptioId')}
        />
      </div>
      <SwitchField
        label={t(($) => $.whiteLabel.map)}
        description={t(($) => $.whiteLabel.mapHint)}
        field={field('dropOffLocationsMapEnabled')}
      />
      <LanguageTabs languages={languages} missing={(language) => missingTexts(values, whiteLabelTexts, language)}>
        <LongTextField
          id="field-cookiesPolicy"
          label={t(($) => $.whiteLabel.cookiesPolicy)}
          field={textField('cookiesPolicy')}
          pictures={{}}
        />
        {assuranceTexts.map((name) => (
          <LineField
            key={name}
            label={t(($) => $.whiteLabel[name])}
            description={t(($) => $.whiteLabel.assuranceHint)}
            field={textField(name)}
          />
        ))}
      </LanguageTabs>
      <div className={styles.pair}>
        {(['reviewsUrl', 'dataErasureUrl', 'transitInsuranceUrl'] as const).map((name) => (
          <LineField
            key={name}
            label={t(($) => $.whiteLabel[name])}
            description={t(($) => $.whiteLabel.assuranceUrlHint)}
            type="url"
            field={field(name)}
          />
        ))}
      </div>
      <LongTextField
        label={t(($) => $.whiteLabel.imageHosts)}
        description={t(($) => $.whiteLabel.imageHostsHint)}
        rows={3}
        field={field('imageHosts')}
      />
      <LongTextField
        label={t(($) => $.whiteLabel.tagHosts)}
        description={t(($) => $.whiteLabel.tagHostsHint)}
        rows={3}
        field={field('tagHosts')}
      />
    </>
  )
}
