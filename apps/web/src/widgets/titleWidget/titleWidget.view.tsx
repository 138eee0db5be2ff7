import type { WidgetProps } from '../view.ts'
import './titleWidget.css'

/** TITLE: a heading between widgets. */
export default function TitleView({ configs: { text, position, line } }: WidgetProps<'TITLE'>) {
  return (
    <div className={`title-widget at-${position.toLowerCase()}${line ? ' lined' : ''}`}>
      <h2 title={text}>{text}</h2>
    </div>
  )
}
