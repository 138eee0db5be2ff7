import type { Widget, WidgetFile } from '@steading/contract/widgets/dashboards'
import { definitionOf, type WidgetTypeName } from '@steading/contract/widgets/widgets'
import { IconEyeOff } from '@tabler/icons-react'
import { type CSSProperties, use, useId, useMemo } from 'react'
import type { Alarm } from '../../interfaces/index.ts'
import { useText } from '../../platform/texts.tsx'
import { sessionBoard, SourceProvider } from '../../widgets/index.ts'
import { ArrangedDashboard } from '../house/houseOptions.ts'
import { namesHouse } from '../house/namesHouse.ts'
import { useHouses, useShownHouse } from '../house/useHouse.ts'
import { LiveWidget } from '../LiveWidget.tsx'
import { useBoard } from '../page/useDashboard.ts'
import { configurationErrors, configurationOf, type FormValues } from './configuration.ts'
import { fieldLabel } from './fieldWords.ts'
import { useSettled } from './useSettled.ts'

/** Between a key and the preview of what was typed, ms. */
const PAUSE = 300
const noAlarms: ReadonlyMap<string, Alarm> = new Map()

/** A widget as its values make it, on the data of now; while values are missing, which ones. */
export function WidgetPreview({
  id,
  type,
  values,
  files,
}: {
  id: string
  type: WidgetTypeName
  values: FormValues
  files: readonly WidgetFile[]
}) {
  const t = useText()
  const heading = useId()
  const settled = useSettled(values, PAUSE)
  const configs = useMemo(() => configurationOf(type, settled), [type, settled])
  const { size } = definitionOf(type)
  return (
    <section className="widget-preview" aria-labelledby={heading}>
      <h3 id={heading}>{t('widget.form.preview')}</h3>
      <div className="widget-preview-frame" style={{ '--columns': size.w, '--rows': size.h } as CSSProperties}>
        {configs ? (
          <SourceProvider value={sessionBoard}>
            <Preview id={id} type={type} configs={configs} files={files} />
          </SourceProvider>
        ) : (
          <Missing fields={Object.keys(configurationErrors(type, settled, t))} />
        )}
      </div>
    </section>
  )
}

function Preview({ id, type, configs, files }: Pick<Widget, 'id' | 'type' | 'configs'> & { files: readonly WidgetFile[] }) {
  const widget = useMemo(
    () => ({ id, dashboardId: '', type, configs, isBroken: false, files: [...files] }),
    [id, type, configs, files],
  )
  const stored = useMemo(() => [widget], [widget])
  const dashboardId = use(ArrangedDashboard)
  const { widgets } = useShownHouse(useHouses(namesHouse(stored) ? dashboardId : undefined, undefined), stored)
  const board = useBoard(widgets, undefined, noAlarms)
  return <LiveWidget widget={widgets[0] ?? widget} board={board} still isDraft />
}

function Missing({ fields }: { fields: readonly string[] }) {
  const t = useText()
  const labels = [...new Set(fields.map(field => fieldLabel(field.split('.')[0]!, t)))] // safe: a path has a first part
  return (
    <p className="widget-preview-missing">
      <IconEyeOff size={20} stroke={1.5} aria-hidden />
      {t('widget.form.missing', { fields: labels.join(', ') })}
    </p>
  )
}
