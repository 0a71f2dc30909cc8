const textTags = `h1 h2 h3 h4 h5 h6 p br hr blockquote pre ul ol li dl dt dd a b strong i em u s small sub sup span div
  section img figure figcaption table caption thead tbody tfoot tr th td code address abbr`

/** The HTML that a text may keep; `*` stands for any tag. */
export const htmlRules = {
  tags: new Set(textTags.split(/\s+/)),
  attributes: {
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'width', 'height', 'loading'],
    th: ['colspan', 'rowspan', 'scope'],
    td: ['colspan', 'rowspan'],
    abbr: ['title'],
    '*': ['id', 'lang'],
  } as Readonly<Record<string, readonly string[]>>,
  schemes: ['https', 'http', 'mailto', 'tel'] as readonly string[],
} as const
