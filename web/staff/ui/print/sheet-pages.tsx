import { code128Modules, lineHeight, type Mark, type Sheet, type TextMark } from '#domain/document/sheet.ts'
import { textWidthMm } from '#domain/document/fit-text.ts'
import { barsPicture, matrixPicture, type BarcodePicture } from './barcode-picture.ts'
import './print.css'

/** The pages of a sheet as pictures of their true size. */
export function SheetPages({ sheet, className }: { readonly sheet: Sheet; readonly className?: string | undefined }) {
  const size = { width: `${sheet.widthMm}mm`, height: `${sheet.heightMm}mm` }
  const medium = `${sheet.widthMm}x${sheet.heightMm}`
  return sheet.pages.map((marks, page) => (
    <svg
      key={page}
      className={className}
      data-medium={medium}
      style={size}
      viewBox={`0 0 ${sheet.widthMm} ${sheet.heightMm}`}
      role="img"
      aria-label={sheet.title}
    >
      <rect width={sheet.widthMm} height={sheet.heightMm} fill="#fff" />
      {marks.map((mark, at) => (
        <MarkPicture key={at} mark={mark} />
      ))}
    </svg>
  ))
}

function MarkPicture({ mark }: { readonly mark: Mark }) {
  switch (mark.kind) {
    case 'text':
      return <TextPicture mark={mark} />
    case 'code128': {
      const picture = barsPicture(mark.text)
      const widthMm = Math.min(picture.width, code128Modules(mark.text)) * mark.moduleMm
      const xMm = mark.xMm + (mark.widthMm - widthMm) / 2
      return <CodePicture picture={picture} xMm={xMm} yMm={mark.yMm} widthMm={widthMm} heightMm={mark.heightMm} />
    }
    case 'datamatrix':
      return (
        <CodePicture
          picture={matrixPicture(mark.text)}
          xMm={mark.xMm}
          yMm={mark.yMm}
          widthMm={mark.sizeMm}
          heightMm={mark.sizeMm}
        />
      )
    case 'strokes':
      return (
        <path
          d={mark.strokes
            .map((stroke) => `M${stroke.map(([x, y]) => `${mark.xMm + x} ${mark.yMm + y}`).join('L')}`)
            .join('')}
          fill="none"
          stroke="#000"
          strokeWidth={0.35}
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      )
    case 'box':
      return (
        <rect
          x={mark.xMm}
          y={mark.yMm}
          width={mark.widthMm}
          height={Math.max(mark.heightMm, 0.001)}
          fill="none"
          stroke="#000"
          strokeWidth={0.25}
          strokeDasharray={mark.dashed === true ? '2 2' : undefined}
        />
      )
  }
}

function CodePicture(props: {
  readonly picture: BarcodePicture
  readonly xMm: number
  readonly yMm: number
  readonly widthMm: number
  readonly heightMm: number
}) {
  const { picture } = props
  return (
    <svg
      x={props.xMm}
      y={props.yMm}
      width={props.widthMm}
      height={props.heightMm}
      viewBox={`0 0 ${picture.width} ${picture.height}`}
      preserveAspectRatio="none"
      shapeRendering="crispEdges"
    >
      {picture.shapes.map(({ d, strokeWidth }) =>
        strokeWidth === null ? (
          <path key={d} d={d} fill="#000" />
        ) : (
          <path key={d} d={d} stroke="#000" strokeWidth={strokeWidth} />
        ),
      )}
    </svg>
  )
}

const anchors = { start: 'start', center: 'middle', end: 'end' } as const

function TextPicture({ mark }: { readonly mark: TextMark }) {
  const xMm = mark.xMm + { start: 0, center: mark.widthMm / 2, end: mark.widthMm }[mark.align]
  return (
    <text fontSize={mark.sizeMm} fontWeight={mark.bold ? 700 : 400} textAnchor={anchors[mark.align]} fill="#000">
      {mark.lines.map((line, at) => (
        <tspan
          key={at}
          x={xMm}
          y={mark.yMm + (0.82 + at * lineHeight) * mark.sizeMm}
          // A wider type of this device is squeezed into the room that was measured.
          textLength={line === '' ? undefined : textWidthMm(line, mark.sizeMm, mark.bold)}
          lengthAdjust="spacingAndGlyphs"
        >
          {line}
        </tspan>
      ))}
    </text>
  )
}
