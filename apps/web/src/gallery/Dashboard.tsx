import { useState } from 'react'
import { PageHead } from '../ui/page/PageHead.tsx'
import { Grid, ShownWidget } from '../widgets/index.ts'
import { DirectValue } from '../widgets/DirectValue.tsx'
import { Gauge } from '../widgets/Gauge.tsx'
import { subjectOf } from '../widgets/subject.ts'
import { useText } from '../platform/texts.tsx'
import { data, layout, widgets } from './samples.ts'

/** The built widgets over data of a night with an alarm. `?edit` drags. */
export function Dashboard() {
  const t = useText()
  const [places, setPlaces] = useState(layout)
  const edit = new URLSearchParams(location.search).has('edit')
  const first = data.interfaces.get('1')
  return (
    <>
      <PageHead title="Broiler night watch" meta={<span>Home of Quinta do Paul</span>} />
      <Grid layout={places} widgets={widgets} edit={edit ? setPlaces : undefined}>
        {one => <ShownWidget widget={one} data={data} />}
      </Grid>
      {first && (
        <div className="gallery-row">
          <DirectValue
            subject={subjectOf(first, 'Temperature, limit', t)}
            course={data.series.get('1')}
            limit={26}
            hot
            note="+11,0 on target · alarm above 26,0"
          />
          <Gauge
            subject={subjectOf(first, 'House climate', t)}
            min={10}
            max={36}
            target={20}
            comfort={[17, 23]}
            trend={3.4}
            hot
          />
        </div>
      )}
    </>
  )
}
