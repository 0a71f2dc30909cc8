import type { ProductNames } from './device-names.ts'

/** Sound, picture, mobility and home. */
export const leisureNames: ProductNames = {
  casques: {
    Sony: `
      WH-1000XM5; 130; Noir, Argent
      WH-1000XM4; 90; Noir, Argent
      WH-CH720N; 35; Noir`,
    Bose: `
      QuietComfort Ultra Headphones; 180; Noir, Blanc
      QuietComfort 45; 100; Noir, Blanc
      Noise Cancelling Headphones 700; 95; Noir`,
    Apple: `
      AirPods Max (USB-C); 300; Minuit, Lumière stellaire
      AirPods Max (Lightning); 220; Gris sidéral, Argent`,
    Sennheiser: `
      Momentum 4 Wireless; 120; Noir, Blanc
      HD 660S2; 180; Standard`,
    Marshall: `
      Monitor II A.N.C.; 80; Noir
      Major V; 50; Noir`,
  },
  ecouteurs: {
    Apple: `
      AirPods Pro (2e génération, USB-C); 110; Standard
      AirPods Pro (1re génération); 55; Standard
      AirPods 4; 65; Standard, Réduction active du bruit +25
      AirPods (3e génération); 60; Standard`,
    Sony: `
      WF-1000XM5; 100; Noir, Argent
      WF-1000XM4; 65; Noir`,
    Samsung: `
      Galaxy Buds3 Pro; 75; Argent, Blanc
      Galaxy Buds2 Pro; 50; Graphite`,
    Bose: `
      QuietComfort Ultra Earbuds; 110; Noir
      QuietComfort Earbuds II; 75; Noir`,
    Jabra: `
      Elite 10; 75; Noir
      Elite 8 Active; 65; Noir`,
  },
  enceintes: {
    Sonos: `
      Era 300; 230; Noir, Blanc
      Era 100; 120; Noir, Blanc
      Move 2; 220; Noir
      Roam 2; 80; Noir
      Beam (2e génération); 220; Noir`,
    JBL: `
      Charge 5; 70; Noir, Bleu
      Flip 6; 50; Noir, Rouge
      Boombox 3; 190; Noir`,
    Bose: `
      SoundLink Flex; 60; Noir
      SoundLink Revolve+ II; 110; Noir`,
    Devialet: `
      Phantom II 98 dB; 480; Noir, Blanc`,
  },
  'appareils-photo': {
    Sony: `
      Alpha 7 IV (ILCE-7M4); 1180; Boîtier nu
      Alpha 7 III (ILCE-7M3); 700; Boîtier nu
      Alpha 6700 (ILCE-6700); 740; Boîtier nu
      Alpha 6400 (ILCE-6400); 410; Boîtier nu, Objectif 16-50 mm +50
      ZV-E10; 330; Boîtier nu, Objectif 16-50 mm +50
      RX100 VII; 560; Standard`,
    Canon: `
      EOS R5; 1480; Boîtier nu
      EOS R6 Mark II; 1190; Boîtier nu
      EOS R8; 740; Boîtier nu, Objectif 24-50 mm +90
      EOS R50; 350; Boîtier nu, Objectif 18-45 mm +50
      EOS 6D Mark II; 480; Boîtier nu
      EOS 250D; 290; Boîtier nu, Objectif 18-55 mm +40
      PowerShot G7 X Mark III; 430; Standard`,
    Nikon: `
      Z8; 1850; Boîtier nu
      Z6 II; 740; Boîtier nu
      Z fc; 380; Boîtier nu, Objectif 16-50 mm +60
      Z50; 370; Boîtier nu, Objectif 16-50 mm +60
      D7500; 430; Boîtier nu`,
    Fujifilm: `
      X-T5; 950; Boîtier nu
      X-T30 II; 520; Boîtier nu
      X100V; 880; Argent, Noir
      X-S10; 480; Boîtier nu`,
    Panasonic: `
      Lumix S5 II; 850; Boîtier nu
      Lumix G9; 380; Boîtier nu`,
  },
  objectifs: {
    Canon: `
      RF 24-70mm f/2.8L IS USM; 1150; Standard
      RF 50mm f/1.8 STM; 95; Standard
      EF 70-200mm f/4L IS II USM; 560; Standard`,
    Sony: `
      FE 24-70mm f/2.8 GM II; 1180; Standard
      FE 50mm f/1.8; 90; Standard
      FE 85mm f/1.8; 270; Standard`,
    Nikon: `
      Nikkor Z 24-120mm f/4 S; 560; Standard
      Nikkor Z 50mm f/1.8 S; 270; Standard`,
    Sigma: `
      18-50mm f/2.8 DC DN Contemporary; 270; Monture E, Monture X
      35mm f/1.4 DG DN Art; 390; Monture E, Monture L`,
  },
  'drones-et-cameras': {
    DJI: `
      Mini 4 Pro; 380; DJI RC-N2, DJI RC 2 +110
      Mini 3; 230; DJI RC-N1
      Air 3; 560; DJI RC-N2
      Osmo Pocket 3; 290; Standard
      Osmo Action 4; 150; Standard`,
    GoPro: `
      HERO13 Black; 210; Standard
      HERO12 Black; 160; Standard
      HERO11 Black; 120; Standard
      MAX; 150; Standard`,
    Insta360: `
      X4; 270; Standard
      X3; 180; Standard`,
  },
  velos: {
    Decathlon: `
      Btwin Elops 920 E; 480; S/M, L/XL
      Rockrider E-ST 500; 560; M, L
      Riverside 500 E; 640; M, L
      Triban RC 520; 360; M, L`,
    Gitane: `
      Organ'e-Bike T45; 640; M, L`,
    Peugeot: `
      eLC01 D9; 590; M, L`,
    O2feel: `
      iVog City Boost 6.1; 890; M, L`,
    Moustache: `
      Lundi 27.1; 1150; M, L
      Samedi 28.1; 1050; M, L`,
    VanMoof: `
      S3; 480; Dark, Light
      X3; 460; Dark, Light`,
    Brompton: `
      C Line Explore; 720; 6 vitesses
      Electric C Line; 1280; 2 vitesses, 6 vitesses +120`,
    Cowboy: `
      Cowboy 4; 890; Absolute Black`,
  },
  trottinettes: {
    Xiaomi: `
      Electric Scooter 4 Pro; 190; Standard
      Mi Electric Scooter Pro 2; 130; Standard
      Electric Scooter 3; 110; Standard`,
    Segway: `
      Ninebot KickScooter MAX G2; 290; Standard
      Ninebot KickScooter F40; 150; Standard`,
    Dualtron: `
      Mini Special; 420; 52 V 13 Ah`,
  },
  aspirateurs: {
    Dyson: `
      V15 Detect; 210; Absolute
      V12 Detect Slim; 170; Absolute
      V11; 120; Absolute, Extra -10
      V8; 70; Absolute`,
    iRobot: `
      Roomba j7+; 150; Standard
      Roomba i5; 75; Standard`,
    Roborock: `
      S8 Pro Ultra; 380; Standard
      Q7 Max; 120; Standard`,
  },
  'machines-a-cafe': {
    "De'Longhi": `
      Magnifica Evo (ECAM292.81); 170; Standard
      Dinamica (ECAM350.55); 210; Standard
      PrimaDonna Soul (ECAM610.75); 420; Standard`,
    Jura: `
      E8; 480; Piano Black, Chrome
      ENA 8; 430; Full Metropolitan Black`,
    Krups: `
      Intuition Preference (EA873); 200; Standard
      Evidence (EA891); 180; Standard`,
    Magimix: `
      Nespresso Vertuo Next; 40; Noir`,
  },
}
