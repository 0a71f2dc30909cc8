import { useTranslation } from 'react-i18next'
import { whiteLabelConfigFailure } from '#sync/calls/journey.ts'
import { fieldsOf, LineField, LongTextField, SwitchField } from './fields.tsx'
import { Unread } from '#web/staff/ui/unread.tsx'
import { Section } from './settings-form.tsx'
import type { WhiteLabelValues } from './settings-values.ts'
import type { Part } from './use-part.ts'
import styles from './settings.module.css'

/** What is the account's own on its public site (SET-09); where it cannot be read, the section says so (SET-10). */
export function WhiteLabelSection({ part }: { readonly part: Part<WhiteLabelValues> }) {
  const { t } = useTranslation('settings')
  const { values } = part
  return (
    <Section id="settings-white-label" title={t(($) => $.whiteLabel.title)}>
      {values === null ? (
        <Unread
          error={part.readError}
          onRetry={part.retry}
          title={t(($) => $.whiteLabel.notRead)}
          text={`${whiteLabelConfigFailure}.`}
        />
      ) : (
        <Fields values={values} part={part} />
      )}
    </Section>
  )
}

function Fields(props: {
  readonly values: WhiteLabelValues
  readonly part: Pick<Part<WhiteLabelValues>, 'problems' | 'set'>
}) {
  const { t } = useTranslation('settings')
  const field = fieldsOf(props.values, props.part.problems, props.part.set)
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
      <LongTextField
        id="field-cookiesPolicy"
        label={t(($) => $.whiteLabel.cookiesPolicy)}
        field={field('cookiesPolicy')}
      />
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
