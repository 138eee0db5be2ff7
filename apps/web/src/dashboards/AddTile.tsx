import type { DashboardWidgets } from '@steading/contract/dashboards'
import { WIDGET_TYPES, type WidgetTypeName } from '@steading/contract/widgets'
import { IconAdjustmentsHorizontal, IconChartLine, IconGauge, IconNumbers } from '@tabler/icons-react'
import { type FormEvent, useId, useState } from 'react'
import { useText } from '../platform/texts.tsx'
import { NumberField } from '../ui/form/NumberField.tsx'
import { TextField } from '../ui/form/TextField.tsx'
import { toast } from '../ui/overlay/toast.ts'
import { useTellError } from '../ui/overlay/useTellError.ts'
import { Window, WindowFoot } from '../ui/overlay/Window.tsx'
import { addWidget } from './dashboards.queries.ts'
import { SensorChoice } from './SensorChoice.tsx'
import { type Scale, configsOf, fits, mostOf, scaleParts } from './tile.ts'

const kinds = {
  DIRECT_VALUE: { icon: IconNumbers, name: 'tile.kind.directValue', hint: 'tile.kind.directValueHint' },
  GAUGE: { icon: IconGauge, name: 'tile.kind.gauge', hint: 'tile.kind.gaugeHint' },
  SIMPLE_MULTI_LINE_CHART: { icon: IconChartLine, name: 'tile.kind.chart', hint: 'tile.kind.chartHint' },
  CONTROLLER: { icon: IconAdjustmentsHorizontal, name: 'tile.kind.controller', hint: 'tile.kind.controllerHint' },
} as const

const scaleWords = {
  target: 'tile.target',
  comfortMin: 'tile.comfortMin',
  comfortMax: 'tile.comfortMax',
  min: 'tile.min',
  max: 'tile.max',
} as const

/** A new tile: its kind, what it shows, its name. It takes the first free place. */
export default function AddTile({
  dashboard,
  close,
  added,
}: {
  dashboard: Pick<DashboardWidgets, 'id' | 'entity' | 'own'>
  close: () => void
  added: () => void
}) {
  const t = useText()
  const tellError = useTellError()
  const [type, setType] = useState<WidgetTypeName>('DIRECT_VALUE')
  const [interfaceIds, choose] = useState<readonly string[]>([])
  const [title, setTitle] = useState('')
  const [scale, setScale] = useState<Scale>({})
  const [tried, setTried] = useState(false)
  const [saving, setSaving] = useState(false)
  const configs = configsOf({ type, interfaceIds, title, scale })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!configs || saving) return
    setSaving(true)
    try {
      await addWidget(dashboard.id, type, configs)
      toast(t('tile.added'))
      added()
      close()
    } catch (error) {
      await tellError(error)
    } finally {
      setSaving(false)
    }
  }
  return (
    <Window title={t('dashboard.addTile')} size={620} onClose={close}>
      <form className="add-tile" noValidate onSubmit={event => void save(event)}>
        <Kinds
          type={type}
          choose={next => {
            setType(next)
            choose([])
          }}
        />
        <SensorChoice
          entityId={dashboard.own ? undefined : dashboard.entity?.id}
          fits={fits[type]}
          chosen={interfaceIds}
          max={mostOf(type)}
          choose={choose}
          tried={tried}
        />
        <div className="entries">
          <TextField
            label={t('tile.title')}
            hint={t('tile.titleHint')}
            value={title}
            onChange={event => setTitle(event.currentTarget.value)}
          />
          {type === 'GAUGE' &&
            scaleParts.map(part => (
              <NumberField
                key={part}
                label={t(scaleWords[part])}
                decimals={2}
                value={scale[part]}
                onChange={value => setScale({ ...scale, [part]: value })}
              />
            ))}
        </div>
        <WindowFoot word={t('dashboard.addTile')} busy={saving} onClose={close} />
      </form>
    </Window>
  )
}

function Kinds({ type, choose }: { type: WidgetTypeName; choose: (type: WidgetTypeName) => void }) {
  const t = useText()
  const group = useId()
  return (
    <fieldset className="kinds">
      <legend>{t('tile.kind')}</legend>
      {WIDGET_TYPES.map(one => {
        const { icon: Icon, name, hint } = kinds[one]
        return (
          <label key={one}>
            <input type="radio" name={group} checked={one === type} onChange={() => choose(one)} />
            <Icon size={20} stroke={1.6} aria-hidden />
            <span className="two">
              <span>{t(name)}</span>
              <span>{t(hint)}</span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
