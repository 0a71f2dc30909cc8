import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import { useEffect, useRef } from 'react'
import type { MapTiles } from '#sync/calls/journey.ts'

/** What is shown of a place. */
interface MappedPlace {
  readonly name: string
  readonly city: string | null
  readonly latitude: number | null
  readonly longitude: number | null
}

/** Places on a map; the list beside it says the same, so that nothing is lost without it. */
export function PlaceMap(props: {
  readonly places: readonly MappedPlace[]
  readonly label: string
  /** Null where the installation has no map to lay below: the points stand by their distances and names alone. */
  readonly tiles: MapTiles | null
  readonly className: string
}) {
  const { places, tiles, label, className } = props
  const place = useRef<HTMLDivElement>(null)
  const map = useRef<L.Map | null>(null)
  const marks = useRef<L.LayerGroup | null>(null)
  useEffect(() => {
    if (place.current === null) return
    const made = L.map(place.current, { scrollWheelZoom: false, attributionControl: false }).setView([46.6, 2.4], 5)
    // Without its own link: what is left is text, which the page takes as HTML.
    L.control.attribution({ prefix: false }).addTo(made)
    if (tiles !== null)
      L.tileLayer(tiles.url, { maxZoom: 19, attribution: asHtml(tiles.attribution ?? '') }).addTo(made)
    map.current = made
    marks.current = L.layerGroup().addTo(made)
    return () => void made.remove()
  }, [tiles])
  useEffect(() => {
    const points: L.LatLngTuple[] = []
    marks.current?.clearLayers()
    const color = getComputedStyle(document.documentElement).getPropertyValue('--brand-line')
    for (const { name, city, latitude, longitude } of places) {
      if (latitude === null || longitude === null || marks.current === null) continue
      points.push([latitude, longitude])
      const words = document.createElement('span')
      words.textContent = [name, city].filter(Boolean).join(', ')
      L.circleMarker([latitude, longitude], { radius: 9, color: '#fff', weight: 2, fillColor: color, fillOpacity: 1 })
        .bindPopup(words)
        .bindTooltip(name, { permanent: tiles === null, direction: 'top' })
        .addTo(marks.current)
    }
    if (points.length > 0) map.current?.fitBounds(L.latLngBounds(points), { padding: [32, 32], maxZoom: 13 })
  }, [places, tiles])
  return <div ref={place} className={className} role="region" aria-label={label} />
}

/** The library writes the attribution as HTML. */
function asHtml(text: string): string {
  const place = document.createElement('span')
  place.textContent = text
  return place.innerHTML
}
