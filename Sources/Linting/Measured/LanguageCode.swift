/// The languages that codes of different standards name.
///
/// Reference: ISO 639-1 and ISO 639-2; RFC 5646, section 2.2.1.
package enum LanguageCode {
    /// Returns the code of ISO 639-1 for the primary language of a language tag.
    ///
    /// - Parameter tag: A language tag, or a code of ISO 639 in a container.
    /// - Returns: The code; `nil` for a language without such a code, and for `und` and the like.
    package static func known(_ tag: String) -> Substring? {
        let primary = tag.lowercased().prefix { $0 != "-" && $0 != "_" }
        return codes[primary]
    }

    /// Returns whether two languages are the same, or one of them may be a form of the other.
    ///
    /// - Parameters:
    ///   - one: A code of ISO 639-1.
    ///   - other: Another code of ISO 639-1.
    /// - Returns: Whether they agree.
    static func agree(_ one: Substring, _ other: Substring) -> Bool {
        one == other || norwegian.isSuperset(of: [one, other])
    }

    /// The codes of Norwegian and of its forms, Bokmål and Nynorsk.
    private static let norwegian: Set<Substring> = ["no", "nb", "nn"]

    /// The codes of ISO 639-1 by the codes of ISO 639-1 and ISO 639-2, and by withdrawn codes.
    private static let codes: [Substring: Substring] = {
        var codes: [Substring: Substring] = ["iw": "he", "in": "id", "ji": "yi", "mo": "ro"]
        for entry in table.split(whereSeparator: \.isWhitespace) {
            let names = entry.split(separator: "=")
            for name in names { codes[name] = names[0] }
        }
        return codes
    }()

    /// The languages with a code of ISO 639-1, each with its codes of ISO 639-2.
    ///
    /// The last code is the bibliographic one if it differs from the terminological one.
    private static let table = """
        aa=aar ab=abk ae=ave af=afr ak=aka am=amh an=arg ar=ara as=asm av=ava ay=aym az=aze ba=bak
        be=bel bg=bul bi=bis bm=bam bn=ben bo=bod=tib br=bre bs=bos ca=cat ce=che ch=cha co=cos
        cr=cre cs=ces=cze cu=chu cv=chv cy=cym=wel da=dan de=deu=ger dv=div dz=dzo ee=ewe el=ell=gre
        en=eng eo=epo es=spa et=est eu=eus=baq fa=fas=per ff=ful fi=fin fj=fij fo=fao fr=fra=fre
        fy=fry ga=gle gd=gla gl=glg gn=grn gu=guj gv=glv ha=hau he=heb hi=hin ho=hmo hr=hrv ht=hat
        hu=hun hy=hye=arm hz=her ia=ina id=ind ie=ile ig=ibo ii=iii ik=ipk io=ido is=isl=ice it=ita
        iu=iku ja=jpn jv=jav ka=kat=geo kg=kon ki=kik kj=kua kk=kaz kl=kal km=khm kn=kan ko=kor
        kr=kau ks=kas ku=kur kv=kom kw=cor ky=kir la=lat lb=ltz lg=lug li=lim ln=lin lo=lao lt=lit
        lu=lub lv=lav mg=mlg mh=mah mi=mri=mao mk=mkd=mac ml=mal mn=mon mr=mar ms=msa=may mt=mlt
        my=mya=bur na=nau nb=nob nd=nde ne=nep ng=ndo nl=nld=dut nn=nno no=nor nr=nbl nv=nav ny=nya
        oc=oci oj=oji om=orm or=ori os=oss pa=pan pi=pli pl=pol ps=pus pt=por qu=que rm=roh rn=run
        ro=ron=rum ru=rus rw=kin sa=san sc=srd sd=snd se=sme sg=sag si=sin sk=slk=slo sl=slv sm=smo
        sn=sna so=som sq=sqi=alb sr=srp ss=ssw st=sot su=sun sv=swe sw=swa ta=tam te=tel tg=tgk
        th=tha ti=tir tk=tuk tl=tgl tn=tsn to=ton tr=tur ts=tso tt=tat tw=twi ty=tah ug=uig uk=ukr
        ur=urd uz=uzb ve=ven vi=vie vo=vol wa=wln wo=wol xh=xho yi=yid yo=yor za=zha zh=zho=chi
        zu=zul
        """
}
