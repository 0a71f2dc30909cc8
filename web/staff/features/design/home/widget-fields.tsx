import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { homeLimits } from '#domain/settings/home-page.ts'
import { previewHtmlCall, widgetHtml } from '#sync/calls/home-page.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { trustedHtml } from '#web/lib/trusted-html.ts'
import { InsertPicture } from '#web/staff/ui/form/insert-picture.tsx'
import { PictureField } from '#web/staff/ui/form/picture-field.tsx'
import { useInsertion } from '#web/staff/ui/form/use-insertion.ts'
import { textField, type TextLanguages } from '#web/staff/ui/form/use-text-languages.ts'
import type { DraftWidget } from './home-draft.ts'
import { useHomeOwner } from './home-owner.ts'
import { ProductChoice } from './product-choice.tsx'
import classes from './home.module.css'

interface FieldsProps {
  readonly widget: DraftWidget
  readonly languages: TextLanguages
  /** What is wrong with a field, in words. */
  readonly problem: (field: string) => string | null
  readonly disabled: boolean
  readonly onChange: (part: Partial<DraftWidget>) => void
}

/** What is written in a part of the home. */
export function WidgetFields(props: FieldsProps) {
  // A preview is one of the language that it was asked in.
  if (props.widget.type === 'html') return <HtmlFields key={props.languages.shown} {...props} />
  if (props.widget.type === 'search_banner') return <BannerFields {...props} />
  return <FeaturedFields {...props} />
}

/** A text of a part in the language that is shown. */
function textOf({ widget, languages, problem, onChange }: FieldsProps, field: 'title' | 'text' | 'imageAlt' | 'html') {
  return textField(languages, widget, field, { fault: problem, onChange })
}

function BannerFields(props: FieldsProps) {
  const { widget, languages, problem, disabled, onChange } = props
  const { t } = useTranslation('branding')
  return (
    <Stack gap="sm">
      <TextInput
        label={t(($) => $.home.bannerTitle)}
        description={t(($) => $.home.length, homeLimits.bannerTitle)}
        withAsterisk={languages.shown === languages.own}
        disabled={disabled}
        {...textOf(props, 'title')}
      />
      <Textarea
        label={t(($) => $.home.bannerText)}
        autosize
        minRows={2}
        disabled={disabled}
        {...textOf(props, 'text')}
      />
      <PictureField
        use="banner"
        label={t(($) => $.home.image)}
        hint={t(($) => $.home.imageHint)}
        absent={t(($) => $.home.imageNone)}
        stored={widget.storedImage}
        value={widget.image}
        problem={problem('image')}
        disabled={disabled}
        onChange={(image) => onChange({ image })}
      />
      <TextInput
        label={t(($) => $.home.imageAlt)}
        description={t(($) => $.home.imageAltHint)}
        disabled={disabled}
        {...textOf(props, 'imageAlt')}
      />
    </Stack>
  )
}

function FeaturedFields(props: FieldsProps) {
  const { widget, languages, problem, disabled, onChange } = props
  const { t } = useTranslation('branding')
  return (
    <Stack gap="sm">
      <TextInput
        label={t(($) => $.home.featuredTitle)}
        withAsterisk={languages.shown === languages.own}
        disabled={disabled}
        {...textOf(props, 'title')}
      />
      <ProductChoice
        value={widget.products}
        problem={problem('productIds')}
        disabled={disabled}
        onChange={(products) => onChange({ products })}
      />
    </Stack>
  )
}

function HtmlFields(props: FieldsProps) {
  const { languages, disabled } = props
  const { t, i18n } = useTranslation('branding')
  const http = useHttp()
  const owner = useHomeOwner()
  const preview = useSingleMutation({
    mutationFn: (html: string) => http(previewHtmlCall, { query: owner, body: { html } }),
    onError: () => undefined,
  })
  const field = textOf(props, 'html')
  const { insert, onBlur } = useInsertion(field.value, (value) => {
    preview.reset()
    field.onChange({ currentTarget: { value } })
  })
  const isReady = widgetHtml.safeParse(field.value).success
  return (
    <Stack gap="sm">
      <Textarea
        label={t(($) => $.home.html)}
        description={t(($) => $.home.htmlHint, homeLimits.html)}
        withAsterisk={languages.shown === languages.own}
        autosize
        minRows={5}
        maxRows={20}
        classNames={{ input: classes.code ?? '' }}
        spellCheck={false}
        disabled={disabled}
        {...field}
        onChange={(event) => {
          preview.reset()
          field.onChange(event)
        }}
        onBlur={onBlur}
      />
      {!disabled && (
        <Group gap="sm">
          <InsertPicture owner={owner} what={t(($) => $.home.html)} onInsert={insert} />
          <Button
            variant="default"
            size="sm"
            leftSection={<IconEye size={18} aria-hidden />}
            disabled={!isReady}
            loading={preview.isPending}
            onClick={() => preview.mutate(field.value)}
          >
            {t(($) => $.home.seeHtml)}
          </Button>
        </Group>
      )}
      {preview.error && (
        <Text size="sm" c="red.9" role="alert">
          {callErrorText(i18n, preview.error) ?? t(($) => $.form.failed)}
        </Text>
      )}
      {preview.data !== undefined && (
        <section className={classes.preview} aria-label={t(($) => $.home.htmlPreview)}>
          {preview.data.html === '' ? (
            <Text c="dimmed">{t(($) => $.home.htmlEmpty)}</Text>
          ) : (
            // The server has removed everything from it that could run.
            <div dangerouslySetInnerHTML={{ __html: trustedHtml(preview.data.html) }} />
          )}
        </section>
      )}
    </Stack>
  )
}
