import { Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { homeLimits } from '#domain/configuration/home-page.ts'
import { previewHtmlCall, widgetHtml } from '#sync/calls/home-page.ts'
import { callErrorText } from '#web/lib/error-text.ts'
import { useHttp } from '#web/lib/platform.tsx'
import { useSingleMutation } from '#web/lib/use-single-mutation.ts'
import { PictureField } from '#web/staff/ui/picture-field.tsx'
import type { DraftWidget } from './home-draft.ts'
import { useHomeOwner } from './home-owner.ts'
import { ProductChoice } from './product-choice.tsx'
import classes from './home.module.css'

interface FieldsProps {
  readonly widget: DraftWidget
  /** What is wrong with a field, in words. */
  readonly problem: (field: string) => string | null
  readonly disabled: boolean
  readonly onChange: (part: Partial<DraftWidget>) => void
}

/** What is written in a part of the home. */
export function WidgetFields(props: FieldsProps) {
  if (props.widget.type === 'html') return <HtmlFields {...props} />
  if (props.widget.type === 'search_banner') return <BannerFields {...props} />
  return <FeaturedFields {...props} />
}

function BannerFields({ widget, problem, disabled, onChange }: FieldsProps) {
  const { t } = useTranslation('branding')
  return (
    <Stack gap="sm">
      <TextInput
        label={t(($) => $.home.bannerTitle)}
        description={t(($) => $.home.length, homeLimits.bannerTitle)}
        withAsterisk
        value={widget.title}
        error={problem('title')}
        disabled={disabled}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Textarea
        label={t(($) => $.home.bannerText)}
        autosize
        minRows={2}
        value={widget.text}
        error={problem('text')}
        disabled={disabled}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
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
        value={widget.imageAlt}
        error={problem('imageAlt')}
        disabled={disabled}
        onChange={(event) => onChange({ imageAlt: event.currentTarget.value })}
      />
    </Stack>
  )
}

function FeaturedFields({ widget, problem, disabled, onChange }: FieldsProps) {
  const { t } = useTranslation('branding')
  return (
    <Stack gap="sm">
      <TextInput
        label={t(($) => $.home.featuredTitle)}
        withAsterisk
        value={widget.title}
        error={problem('title')}
        disabled={disabled}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
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

function HtmlFields({ widget, problem, disabled, onChange }: FieldsProps) {
  const { t, i18n } = useTranslation('branding')
  const http = useHttp()
  const owner = useHomeOwner()
  const preview = useSingleMutation({
    mutationFn: (html: string) => http(previewHtmlCall, { query: owner, body: { html } }),
    onError: () => undefined,
  })
  const isReady = widgetHtml.safeParse(widget.html).success
  return (
    <Stack gap="sm">
      <Textarea
        label={t(($) => $.home.html)}
        description={t(($) => $.home.htmlHint, homeLimits.html)}
        withAsterisk
        autosize
        minRows={5}
        maxRows={20}
        classNames={{ input: classes.code ?? '' }}
        spellCheck={false}
        value={widget.html}
        error={problem('html')}
        disabled={disabled}
        onChange={(event) => {
          preview.reset()
          onChange({ html: event.currentTarget.value })
        }}
      />
      {!disabled && (
        <div>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconEye size={18} aria-hidden />}
            disabled={!isReady}
            loading={preview.isPending}
            onClick={() => preview.mutate(widget.html)}
          >
            {t(($) => $.home.seeHtml)}
          </Button>
        </div>
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
            // The server has taken out of it whatever could act.
            <div dangerouslySetInnerHTML={{ __html: preview.data.html }} />
          )}
        </section>
      )}
    </Stack>
  )
}
