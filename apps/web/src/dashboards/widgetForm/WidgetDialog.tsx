import { Button } from '@mantine/core'
import type { WidgetFile } from '@steading/contract/widgets/dashboards'
import { offeredOptions } from '@steading/contract/widgets/definition'
import { definitionOf, type WidgetTypeName } from '@steading/contract/widgets/widgets'
import { IconArrowLeft } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useText } from '../../platform/texts.tsx'
import { errorFor } from '../../ui/form/edit/errorFor.ts'
import { focusFirstInvalid } from '../../ui/form/edit/focus.ts'
import { Form } from '../../ui/form/edit/Form.tsx'
import { isEqual } from '../../ui/form/edit/merge3.ts'
import { useAskToDiscard } from '../../ui/form/edit/useAskToDiscard.ts'
import { useGuard } from '../../ui/form/edit/useGuard.ts'
import { firstLeft } from '../../ui/form/input/uncommitted.ts'
import { Modal, ModalFoot } from '../../ui/overlay/Modal.tsx'
import { Note } from '../../ui/page/Note.tsx'
import { catalogueEntry } from './catalogue.ts'
import {
  type AskedField,
  configurationErrors,
  configurationOf,
  fieldRows,
  type FormValues,
  initialValues,
  isRequired,
} from './configuration.ts'
import { FieldEntry } from './FieldEntry.tsx'
import { TypeChoice } from './TypeChoice.tsx'
import { useSensorRanges } from './useSensorRanges.ts'
import { previewOf, type Upload, usedUploads } from './uploads.ts'
import { WidgetPreview } from './WidgetPreview.tsx'
import '../../ui/form/form.css'
import './widgetForm.css'

/** A widget as the dialog opens it. */
interface EditedWidget {
  readonly id: string
  readonly type: WidgetTypeName
  readonly configs: Readonly<Record<string, unknown>>
  readonly files: readonly WidgetFile[]
}

/** What the dialog makes; it saves nothing itself. */
export interface WidgetResult {
  readonly type: WidgetTypeName
  /** Without its place on the dashboard. */
  readonly configs: Readonly<Record<string, unknown>>
  /** New pictures that the configuration names. */
  readonly uploads: readonly File[]
  /** The same with addresses within this page. */
  readonly previews: readonly WidgetFile[]
}

type ValuesByType = Partial<Record<WidgetTypeName, FormValues>>

/** Columns of the grid from which a preview is too wide to stand beside the fields. */
const WIDE = 6
const NEW_ID = 'new'

/** Adds or configures a widget of any type: its type, its fields as they are declared, and a preview on the data of now. */
export default function WidgetDialog({
  entityId,
  widget,
  isTypeFixed,
  close,
  onDone,
}: {
  /** Where sensors and batches are searched first: the entity of the dashboard. */
  entityId: string | undefined
  /** Left out: a new one. */
  widget: EditedWidget | undefined
  isTypeFixed: boolean
  close: () => void
  onDone: (result: WidgetResult) => void
}) {
  const t = useText()
  const ask = useAskToDiscard()
  const [type, setType] = useState(widget?.type)
  // By type, so that nothing is lost when somebody looks at another type.
  const [entered, enter] = useState<ValuesByType>({})
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const initialOf = (one: WidgetTypeName) => initialValues(one, one === widget?.type ? widget.configs : {})
  const isChanged =
    (widget !== undefined && type !== widget.type) ||
    Object.entries(entered).some(([one, values]) => !isEqual(values, initialOf(one as WidgetTypeName))) // safe: keys of the table
  useGuard(isChanged)
  const drop = (dropped: readonly Upload[]) => dropped.forEach(({ url }) => URL.revokeObjectURL(url))
  const leave = () => {
    drop(uploads)
    close()
  }
  const cancel = async () => {
    if (!isChanged || (await ask())) leave()
  }
  const done = (made: WidgetTypeName, configs: FormValues) => {
    const used = usedUploads(uploads, configs['files'])
    drop(uploads.filter(upload => !used.includes(upload)))
    onDone({ type: made, configs, uploads: used.map(({ file }) => file), previews: used.map(previewOf) })
  }
  return (
    <Modal
      title={t(widget ? 'widget.form.edit' : 'dashboard.addTile')}
      under={type && t(catalogueEntry(type).name)}
      size={980}
      isChanged={isChanged}
      onClose={leave}
    >
      {type ? (
        <Configuration
          key={type}
          type={type}
          entityId={entityId}
          values={entered[type] ?? initialOf(type)}
          isStored={type === widget?.type}
          id={widget?.id ?? NEW_ID}
          stored={type === widget?.type ? widget.files : none}
          uploads={uploads}
          isNew={widget === undefined}
          otherType={isTypeFixed ? undefined : () => setType(undefined)}
          change={values => enter(now => ({ ...now, [type]: values(now[type] ?? initialOf(type)) }))}
          addUploads={added => setUploads(now => [...now, ...added])}
          close={() => void cancel()}
          done={configs => done(type, configs)}
        />
      ) : (
        <TypeChoice choose={setType} />
      )}
    </Modal>
  )
}
const none: readonly never[] = []

/** The fields of a type with their preview. */
function Configuration({
  type,
  entityId,
  values,
  isStored,
  id,
  stored,
  uploads,
  isNew,
  otherType,
  change,
  addUploads,
  close,
  done,
}: {
  type: WidgetTypeName
  entityId: string | undefined
  values: FormValues
  /** They come from a saved widget. */
  isStored: boolean
  id: string
  stored: readonly WidgetFile[]
  uploads: readonly Upload[]
  isNew: boolean
  otherType: (() => void) | undefined
  change: (next: (values: FormValues) => FormValues) => void
  addUploads: (added: readonly Upload[]) => void
  close: () => void
  done: (configs: FormValues) => void
}) {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const ranges = useSensorRanges(type, values)
  const found = configurationErrors(type, values, t, ranges)
  // A saved configuration that no longer parses shows at once what is to be repaired.
  const [isBroken] = useState(isStored && Object.keys(found).length > 0)
  const [tried, setTried] = useState(isBroken)
  const errors = tried ? found : {}
  useEffect(() => {
    // The dialog focuses its first field when it opens; after the choice of a type it is open already.
    if (isBroken) focusFirstInvalid(form.current)
    else form.current?.querySelector<HTMLElement>('.entries :is(input:not([type="hidden"]), textarea)')?.focus()
  }, [isBroken])
  const submit = () => {
    setTried(true)
    const configs = configurationOf(type, values)
    if (configs && Object.keys(found).length === 0 && !firstLeft(form.current)) done(configs)
    else focusFirstInvalid(form.current)
  }
  const files = [...stored, ...uploads.map(previewOf)]
  const entryOf = (asked: AskedField) => {
    const [name, field] = asked
    return (
      <FieldEntry
        key={name}
        type={type}
        name={name}
        field={field}
        value={values[name]}
        options={field.kind === 'choice' ? offeredOptions(field, values) : none}
        required={isRequired(type, values, asked)}
        error={errorFor(errors, name)}
        entityId={entityId}
        stored={stored}
        uploads={uploads}
        onChange={value => change(now => ({ ...now, [name]: value }))}
        onUploads={addUploads}
      />
    )
  }
  return (
    <Form of={form} className="widget-form" onSubmit={submit}>
      {isBroken && <Note>{t('widget.form.repair')}</Note>}
      {otherType && (
        <Button
          className="widget-form-other"
          size="compact-sm"
          variant="subtle"
          leftSection={<IconArrowLeft size={15} aria-hidden />}
          onClick={otherType}
        >
          {t('widget.form.otherType')}
        </Button>
      )}
      <div className={definitionOf(type).size.w >= WIDE ? 'widget-form-parts wide' : 'widget-form-parts'}>
        <div className="entries">
          {fieldRows(type, values).map(([first, ...rest]) =>
            first && rest.length > 0 ? (
              <div key={first[0]} className="entry-wide entry-range">
                {[first, ...rest].map(entryOf)}
              </div>
            ) : (
              first && entryOf(first)
            ),
          )}
        </div>
        <WidgetPreview id={id} type={type} values={values} files={files} />
      </div>
      <ModalFoot word={t(isNew ? 'dashboard.addTile' : 'widget.form.apply')} busy={false} onClose={close} />
    </Form>
  )
}
